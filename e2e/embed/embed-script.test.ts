import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import { buildSampleSeries } from '../support/public-forms.ts';
import { fillSeriesForm, sendButton } from '../support/public-visitor.ts';
import { eventsOn, violationsOn, visitFromHost } from './embed-host.ts';

const { host, visit, arrive } = await visitFromHost();
let page: Page;
let product = '';
let form = '';

beforeEach(async () => {
  ({ page, product, form } = await arrive());
});

const place = (id: string, attributes = ''): string =>
  `<div id="${id}" data-turnout-form="${form}" data-title="Spring series" ${attributes}><a href="${form}">Spring series</a></div>`;
const script = (): string => `<script async src="${product}/embed.js"></script>`;

async function openHost(body: string, query = ''): Promise<void> {
  host.show(body);
  await page.goto(`${host.url()}/courses${query}`);
}

const frameIn = (selector: string): FrameLocator => page.frameLocator(`${selector} iframe`);
const isLive = async (frame: FrameLocator): Promise<void> => frame.locator('.form > .button:disabled').waitFor();
const heightOf = async (selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);
const contentHeight = async (frame: FrameLocator): Promise<number> =>
  frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
/** Whether the frame in there has the height of its form. */
const fits = async (selector: string): Promise<boolean> =>
  (await heightOf(`${selector} iframe`)) === (await contentHeight(frameIn(selector)));

describe('an embedding element, in a page with a strict policy', () => {
  test('PUB-12: it shows a skeleton while the form loads, and the frame cannot be focused until then', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/view?*', async (route) => {
      await held;
      await route.continue();
    });
    await openHost(place('here') + script());
    await page.getByRole('status').getByText('Loading form...').waitFor();
    expect(await page.locator('iframe').evaluate((frame) => (frame as HTMLElement).inert)).toBe(true);
    const before = await heightOf('#here');
    expect(before).toBeGreaterThan(700);
    await expectAccessible(page);
    letGo();
    await isLive(frameIn('#here'));
    await page.getByText('Loading form...').waitFor({ state: 'detached' });
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of here']);
    expect(await violationsOn(page)).toEqual([]);
    await expectAccessible(page);
  });

  test('EMB-7, EMB-21: the frame has its title and scheme, and grows and shrinks with the form', async () => {
    await openHost(place('here', 'data-theme="dark"') + script());
    const frame = frameIn('#here');
    await isLive(frame);
    const element = page.locator('#here iframe');
    expect(await element.getAttribute('title')).toBe('Spring series');
    expect(await element.evaluate((frame) => getComputedStyle(frame).colorScheme)).toBe('dark');
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    const isFitting = async () => fits('#here');
    await expect.poll(isFitting).toBe(true);
    const first = await heightOf('#here');
    await frame.getByRole('checkbox', { name: /Brunch: coaching/ }).check();
    await expect.poll(async () => heightOf('#here')).toBeGreaterThan(first);
    await expect.poll(isFitting).toBe(true);
    await frame.getByRole('checkbox', { name: /Brunch: coaching/ }).uncheck();
    await expect.poll(async () => heightOf('#here')).toBe(first);
  });

  test('the page’s parameters fill in the form, and its address is stored with the sign-up, but it cannot set the redirect', async () => {
    const query = '?utm_source=news&utm_campaign=spring&job_title=Head+of+Learning&redirectTo=https%3A%2F%2Fevil.example';
    await openHost(place('here') + script(), query);
    const frame = frameIn('#here');
    await frame.locator('.form > .button').waitFor();
    expect(await frame.getByLabel('Job title').inputValue()).toBe('Head of Learning');
    await fillSeriesForm(frame);
    await sendButton(frame).click();
    await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(await visit.submissions()).toMatchObject([
      { source: { source_page: `${host.url()}/courses`, utm_source: 'news', utm_campaign: 'spring' } },
    ]);
    await page.waitForTimeout(2_000);
    expect(page.url()).toBe(`${host.url()}/courses${query}`);
  });

  test('the page gets events, and nothing of what was typed', async () => {
    await openHost(place('here') + script());
    const frame = frameIn('#here');
    await isLive(frame);
    await fillSeriesForm(frame);
    await page.route('**/submit', (route) => route.abort());
    await sendButton(frame).click();
    await frame.getByText('Your last attempt failed').waitFor();
    await page.unroute('**/submit');
    await sendButton(frame).click();
    await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of here', 'turnout:error of here', 'turnout:submitted of here']);
  });

  test('two forms on one page, with the script twice, are independent', async () => {
    await openHost(place('one') + script() + place('two') + script());
    await isLive(frameIn('#one'));
    await page.locator('#two').scrollIntoViewIfNeeded();
    await isLive(frameIn('#two'));
    expect(await page.locator('iframe').count()).toBe(2);
    await expect.poll(async () => Promise.all(['#one', '#two'].map(fits))).toEqual([true, true]);
    const before = await heightOf('#two');
    await frameIn('#one')
      .getByRole('checkbox', { name: /Brunch: coaching/ })
      .check();
    await expect.poll(async () => heightOf('#one')).toBeGreaterThan(before);
    expect(await heightOf('#two')).toBe(before);
    await expect.poll(async () => (await eventsOn(page)).toSorted()).toEqual(['turnout:ready of one', 'turnout:ready of two']);
  });

  test('a form far down is loaded only when the visitor comes near', async () => {
    await openHost('<p>Much to read.</p>'.repeat(200) + place('here') + script());
    await page.getByText('Loading form...').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.locator('#here').scrollIntoViewIfNeeded();
    await isLive(frameIn('#here'));
  });

  test('EMB-26: an element that is added later gets its form, in the full width of a column that is as wide as its content, and again when the page empties or fills it, whatever the page’s styles say about frames', async () => {
    await openHost(script());
    await page.locator('main').evaluate(async (main, html) => {
      document.adoptedStyleSheets = [
        await new CSSStyleSheet().replace('iframe{height:auto!important;max-height:9em;position:absolute!important;pointer-events:none}'),
      ];
      Object.assign(main.style, { display: 'flex', flexDirection: 'column', alignItems: 'center' });
      main.insertAdjacentHTML('beforeend', html);
    }, place('late'));
    await frameIn('#late').getByLabel('First name').click();
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of late']);
    await expect.poll(async () => fits('#late')).toBe(true);
    const widths = await page.locator('main, #late iframe').evaluateAll((elements) => elements.map(({ clientWidth }) => clientWidth));
    expect(widths[1]).toBe(widths[0]);
    for (const text of ['', 'Sign up']) {
      await page.locator('#late').evaluate((late, textContent) => Object.assign(late, { textContent, style: 'display:contents' }), text);
      await isLive(frameIn('#late'));
    }
  });

  test('EMB-23: an element whose attributes change shows the other form, and fires no error for the first', async () => {
    const other = await buildSampleSeries(visit.now().running.db);
    await openHost(place('here', 'data-theme="light"') + script());
    await isLive(frameIn('#here'));
    const set = async (name: string, value: string) =>
      page.locator('#here').evaluate((element, [key = '', text = '']) => element.setAttribute(key, text), [name, value]);
    await frameIn('#here').getByLabel('First name').fill('Ada');
    await set('data-theme', 'dark');
    await frameIn('#here').locator('html[data-theme=dark]').waitFor();
    await page.locator('#here').evaluate((element) => element.removeAttribute('data-theme'));
    await frameIn('#here').locator('html:not([data-theme])').waitFor();
    expect(await frameIn('#here').getByLabel('First name').inputValue()).toBe('Ada');
    await set('data-turnout-form', product + other.path);
    await expect.poll(async () => page.locator('#here iframe').getAttribute('src')).toContain(`${other.path}?`);
    await isLive(frameIn('#here'));
    expect(await page.locator('iframe').count()).toBe(1);
    expect(new Set(await eventsOn(page))).toEqual(new Set(['turnout:ready of here']));
  });

  const tags = ['type="module" src="SERVER/embed.js?ver=6.8"', 'defer src="SERVER/embed.js?a=/b.js#y"', 'src="SERVER/all.js"'];
  test.each(tags)('EMB-24: it finds its server as %s, or in another file', async (attributes) => {
    await page.route('**/all.js', async (route) => route.fulfill({ response: await route.fetch({ url: `${product}/embed.js` }) }));
    await openHost(`${place('here')}<script ${attributes.replace('SERVER', product)}></script>`);
    await isLive(frameIn('#here'));
    expect(await page.locator('iframe').count()).toBe(1);
  });

  test('EMB-5: it works in a page that is itself in a sandboxed frame, without an origin', async () => {
    const inner = (place('here') + script()).replaceAll('"', '&quot;');
    await openHost(
      `<iframe id="outer" sandbox="allow-scripts allow-forms allow-popups" width="100%" height="900" srcdoc="${inner}"></iframe>`,
    );
    const outer = page.frameLocator('#outer');
    const frame = outer.frameLocator('#here iframe');
    await isLive(frame);
    await outer.getByText('Loading form...').waitFor({ state: 'detached' });
    const shown = await outer.locator('#here iframe').evaluate((element) => [element.clientHeight, getComputedStyle(element).opacity]);
    expect(shown).toEqual([await contentHeight(frame), '1']);
    await fillSeriesForm(frame);
    await sendButton(frame).click();
    await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
  });

  test('EMB-25: it scrolls to the first invalid answer, if that is out of view', async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    await openHost(place('here') + script());
    const frame = frameIn('#here');
    await isLive(frame);
    const ask = async (top: number) =>
      frame.locator('html').evaluate((_, value) => window.parent.postMessage({ type: 'turnout:scroll', top: value }, '*'), top);
    const scrolled = async () => page.evaluate(() => window.scrollY);
    const start = await page.locator('#here').evaluate((element) => element.getBoundingClientRect().top);
    await ask(100);
    await ask(900);
    await expect.poll(scrolled).toBe(Math.round(start + 900 - 80));
    await ask(850);
    await page.waitForTimeout(200);
    expect(await scrolled()).toBe(Math.round(start + 900 - 80));
    await ask(10);
    await expect.poll(scrolled).toBe(Math.round(start + 10 - 80));
  });

  test('an address that is not one of our forms is ignored', async () => {
    const foreign = place('script').replace(form, 'javascript:alert(1)//form/x/view');
    await openHost(foreign + place('elsewhere').replace(form, 'https://evil.example/a/form/b/view') + place('here') + script());
    await isLive(frameIn('#here'));
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await page.locator('#script a').count()).toBe(1);
  });

  test('when the form cannot be loaded, the original content returns, and the page gets an event', async () => {
    await page.clock.install();
    await page.route('**/view?*', (route) => route.abort());
    await openHost(place('here') + place('bare').replace(/<a.*<\/a>/, '') + script());
    await page.getByText('Loading form...').first().waitFor();
    await page.clock.runFor(16_000);
    await page.locator('#here').getByRole('link', { name: 'Spring series' }).click({ trial: true });
    await page.locator('#bare').getByRole('link', { name: 'Open the form: Spring series' }).waitFor();
    await expect.poll(async () => (await eventsOn(page)).toSorted()).toEqual(['turnout:error of bare', 'turnout:error of here']);
  });
});

describe('a plain frame, with the script on the page', () => {
  /** Without its border. */
  const heightOfBare = async (): Promise<number> => page.locator('#bare').evaluate((frame) => frame.clientHeight);
  const bare = (attributes = ''): string =>
    `<iframe id="bare" title="Spring series" width="100%" height="760" ${attributes} src="${form}?embed=1&theme=light"></iframe>`;

  test.each([
    ['', 'of our origin'],
    ['sandbox="allow-scripts allow-forms"', 'in a sandbox, without an origin'],
  ])('EMB-9: it follows its form, %s %s', async (attributes) => {
    await openHost(bare(attributes) + script());
    const frame = page.frameLocator('#bare');
    await isLive(frame);
    await expect.poll(async () => (await contentHeight(frame)) === (await heightOfBare())).toBe(true);
    await fillSeriesForm(frame);
    await sendButton(frame).click();
    await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of bare', 'turnout:submitted of bare']);
  });

  test('a script that loads late still gets the height of the form', async () => {
    await openHost(bare());
    await isLive(page.frameLocator('#bare'));
    await page.addScriptTag({ url: `${product}/embed.js` });
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of bare']);
    await expect.poll(heightOfBare).toBe(await contentHeight(page.frameLocator('#bare')));
  });

  test('only the form can set its height', async () => {
    await openHost(`${bare()}<iframe title="Liar" src="/liar"></iframe>${script()}`);
    await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of bare']);
    await expect.poll(heightOfBare).toBe(await contentHeight(page.frameLocator('#bare')));
    const before = await heightOfBare();
    await page.evaluate(() => window.postMessage({ type: 'turnout:height', height: 7 }, '*'));
    for (const height of [-1, Number.NaN, 1e9, '9px']) {
      await page
        .frameLocator('#bare')
        .locator('html')
        .evaluate((_, value) => window.parent.postMessage({ type: 'turnout:height', height: value }, '*'), height);
    }
    await page
      .frameLocator('iframe[title="Liar"]')
      .locator('html')
      .evaluate(() => window.parent.postMessage({ type: 'turnout:height', height: 7 }, '*'));
    await page.waitForTimeout(200);
    expect(await heightOfBare()).toBe(before);
  });
});

test('nothing is stored, and it works with storage blocked', async () => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, blocked);
    Object.defineProperty(Document.prototype, 'cookie', { ...blocked, set: blocked.get });
  });
  await openHost(place('here') + script());
  const frame = frameIn('#here');
  await isLive(frame);
  await fillSeriesForm(frame);
  await sendButton(frame).click();
  await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
  expect(await visit.submissions()).toHaveLength(1);
  expect(await page.context().cookies()).toEqual([]);
});
