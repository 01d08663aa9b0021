import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openPage } from '../support/browser.ts';
import { buildSampleMarketingForm, buildSampleSeries, startFormProduct } from '../support/public-forms.ts';
import { fillPerson, fillSeriesForm, sendButton } from '../support/public-visitor.ts';
import { holdRequests } from '../support/requests.ts';
import { translateNow } from '../support/translate.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();

/** The minimum age of a form token in posts without script. */
const RIPE_MS = 2_100;

interface Circumstances {
  readonly about: string;
  readonly options?: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly whenHydrated?: (page: Page | Frame) => Promise<void>;
}

/** Makes all storage throw, as when a browser blocks it. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  });
}

const CIRCUMSTANCES: readonly Circumstances[] = [
  { about: 'with JavaScript off', options: { javaScriptEnabled: false } },
  { about: 'with all storage blocked', prepare: blockStorage },
  { about: 'translated by the browser', whenHydrated: translateNow },
  { about: 'at 320 pixels', options: { viewport: { width: 320, height: 568 } } },
  // A window of 1,280 by 1,024 pixels at 400 % zoom.
  { about: 'at 400 % zoom', options: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
  { about: 'in forced colours', options: { forcedColors: 'active' } },
  {
    about: 'on a phone that prefers dark',
    options: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
];

/** The host page, under another name of this machine, which is another origin for the browser. */
let hostUrl = '';
const host = http.createServer((request, response) => {
  const src = new URL(request.url ?? '/', 'http://any').searchParams.get('src') ?? '';
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Host</title><h1>Host</h1>
    <iframe title="Sign up" style="width: 100%; height: 600px; border: 0" src="${src}"></iframe>
    <a href="#end">On from here</a>`);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => host.close());

let paths: Record<'series' | 'marketing', string>;
beforeEach(async () => {
  await db.deleteFrom('submissions').execute();
  paths = { series: (await buildSampleSeries(db)).path, marketing: (await buildSampleMarketingForm(db)).path };
});

async function fillMarketingForm(page: Page | FrameLocator): Promise<void> {
  await fillPerson(page);
  await page.getByLabel('Team size').selectOption('11 to 50');
}
const fill = { series: fillSeriesForm, marketing: fillMarketingForm };

const names = async () => (await db.selectFrom('submissions').select('first_name').execute()).map((row) => row.first_name);
/** Whether anything overflows the window. */
const isWide = async (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Sends an empty form, then a valid one; resolves when the sign-up is confirmed. */
async function signUp(
  kind: 'series' | 'marketing',
  around: Page | Frame,
  form: Page | FrameLocator,
  { options, whenHydrated }: Pick<Circumstances, 'options' | 'whenHydrated'>,
): Promise<void> {
  const hasScript = options?.javaScriptEnabled !== false;
  if (!hasScript) await sendButton(form).click();
  else {
    await form.locator('.form > .button:disabled').waitFor(); // The form is hydrated.
    await whenHydrated?.(around);
    await form.getByLabel('First name').fill('M');
    await sendButton(form).click();
  }
  await form.getByRole('alert').filter({ hasText: 'Please check' }).waitFor();
  await fill[kind](form);
  // The script waits for the minimum age on its own.
  if (!hasScript) await around.waitForTimeout(RIPE_MS);
  await sendButton(form).click();
  await form.getByRole('heading', { name: 'Thank you, Maria', includeHidden: true }).waitFor();
}

/** The name of the focused field, or its element. */
const focusIn = async (form: Frame): Promise<string> =>
  form.evaluate(() => {
    const { activeElement: here } = document;
    return here?.getAttribute('name') ?? (here?.className === '' ? here.tagName : (here?.className ?? ''));
  });

/** Tabs through the fields to the button, and answers the required ones. */
async function typeThrough(page: Page, form: Frame): Promise<void> {
  const answers: Record<string, string> = {
    first_name: 'Maria',
    last_name: 'Okafor',
    job_title: 'Head',
    organisation: 'Brightwater',
    email: 'maria@brightwater.example',
    events: 'Space',
    team_size: 'ArrowDown',
    'how_did_you_hear_about_us?': 'ArrowDown',
    i_have_read_the_house_rules: 'Space',
  };
  // More steps than the longest form has controls; the button ends the loop.
  for (let step = 0; step < 20 && (await focusIn(form)) !== 'button'; step += 1) {
    await page.keyboard.press('Tab');
    // The key may have been handled before the process of a frame of another origin has the focus.
    await expect.poll(async () => focusIn(form)).not.toBe('BODY');
    const name = await focusIn(form);
    const answer = answers[name];
    delete answers[name];
    if (answer === 'Space' || answer === 'ArrowDown') await page.keyboard.press(answer);
    else if (answer !== undefined) await page.keyboard.type(answer);
  }
}

/** Tabs until the host page has the focus again: the frame is not a keyboard trap. */
async function leaveFrame(page: Page): Promise<void> {
  const here = async () => page.evaluate(() => document.activeElement?.textContent);
  for (let step = 0; step < 30 && (await here()) !== 'On from here'; step += 1) await page.keyboard.press('Tab');
  expect(await here()).toBe('On from here');
}

/** Uncaught errors of the page and its frames, added as they happen. */
function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test.each(CIRCUMSTANCES)('a visitor signs up to a marketing form, $about', async ({ options = {}, prepare, whenHydrated }) => {
  const page = await openPage(browser, { reducedMotion: 'reduce', ...options });
  const problems = errorsOf(page);
  await prepare?.(page);
  await page.goto(product.url + paths.marketing);
  const wideAtFirst = await isWide(page);
  await signUp('marketing', page, page, { options, whenHydrated });
  expect([wideAtFirst, await isWide(page)]).toEqual([false, false]);
  if (options.javaScriptEnabled !== false) await expectAccessible(page);
  expect([await names(), problems]).toEqual([['Maria'], []]);
});

test.each(CIRCUMSTANCES)(
  'a visitor signs up to a series in a frame of another origin, $about',
  async ({ options = {}, prepare, whenHydrated }) => {
    const page = await openPage(browser, { reducedMotion: 'reduce', ...options });
    const problems = errorsOf(page);
    await prepare?.(page);
    const src = `${product.url}${paths.series}?embed=1&theme=light`;
    await page.goto(`${hostUrl}/?src=${encodeURIComponent(src)}`);
    await signUp('series', page.frames().at(-1)!, page.frameLocator('iframe'), { options, whenHydrated });
    expect([await names(), problems]).toEqual([['Maria'], []]);
  },
);

test.each([
  ['marketing', 'as a page'],
  ['series', 'in a frame of another origin'],
] as const)('a visitor signs up to a %s form by keyboard alone, with a visible focus, %s', async (kind, place) => {
  const page = await openPage(browser, { reducedMotion: 'reduce' });
  const isFramed = place !== 'as a page';
  const url = product.url + paths[kind];
  await page.goto(isFramed ? `${hostUrl}/?src=${encodeURIComponent(`${url}?embed=1`)}` : url);
  const form = page.frames().at(-1)!;
  await form.locator('.form > .button:disabled').waitFor();
  await typeThrough(page, form);
  await page.keyboard.press('Enter');
  await form.getByRole('dialog', { name: 'Success!' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => focusIn(form)).toBe('done');
  expect(await names()).toEqual(['Maria']);
  if (isFramed) await leaveFrame(page);
});

/** Makes the script fail when it next renders the form, as changes by a browser extension do. */
const breakScript = (): unknown => Reflect.deleteProperty(Object, 'hasOwn');

test.each(['at first', 'later'])(
  'EMB-2: a form that its script fails to render %s stays, with what was typed, and is sent without it',
  async (when) => {
    const page = await openPage(browser);
    if (when === 'at first') await page.addInitScript(breakScript);
    await page.goto(product.url + paths.series);
    // A letter typed in that moment would be lost.
    if (when === 'at first') {
      await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/main-')));
      await page.waitForTimeout(500);
    }
    if (when === 'later') {
      await page.locator('.form > .button:disabled').waitFor();
      await page.getByLabel('Job title').fill('Head');
      await page.evaluate(breakScript);
      await page.getByLabel('First name').fill('M');
      await sendButton(page).click();
    }
    if (when === 'later') await expect.poll(async () => page.getByLabel('Job title').inputValue()).toBe('Head');
    await fillSeriesForm(page);
    await page.waitForTimeout(RIPE_MS);
    await sendButton(page).click();
    await page.getByRole('heading', { name: 'Thank you, Maria', includeHidden: true }).waitFor({ timeout: 10_000 });
    expect(await names()).toEqual(['Maria']);
  },
);

test('EMB-3: a form that a password manager has changed keeps the focus, and what is typed while its script takes over', async () => {
  // Not `openPage`, since React reports what was changed.
  const page = await (await browser.newContext()).newPage();
  const release = await holdRequests(page, '**/assets/main-*.js');
  await page.goto(product.url + paths.series);
  await page.evaluate(() => {
    const [first, title] = ['#first_name', '#job_title'].map((id) => document.querySelector<HTMLInputElement>(id)!);
    for (const input of document.querySelectorAll('.input')) input.after(document.createElement('div'));
    new MutationObserver((_changes, observer) => {
      if (first!.isConnected || title!.isConnected) return;
      document.querySelector<HTMLInputElement>('#job_title')!.value = 'Head';
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByLabel('First name').pressSequentially('Ma');
  release();
  await page.waitForFunction(() => document.querySelector('.input + div') === null);
  await page.keyboard.type('ria');
  await expect.poll(async () => page.getByLabel('First name').inputValue()).toBe('Maria');
  expect(await page.getByLabel('Job title').inputValue()).toBe('Head');
});

test('EMB-2: a form that its script fails to render when it was sent is back, and is one sign-up when it is sent again', async () => {
  const page = await openPage(browser);
  await page.goto(product.url + paths.series);
  await fillSeriesForm(page);
  await page.route('**/submit', async (route) => {
    const response = await route.fetch();
    await page.evaluate(breakScript);
    await route.fulfill({ response });
  });
  await sendButton(page).click();
  await expect.poll(async () => sendButton(page).isEnabled()).toBe(true);
  expect([await page.getByLabel('First name').inputValue(), await names()]).toEqual(['Maria', ['Maria']]);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Thank you, Maria', includeHidden: true }).waitFor();
  expect(await names()).toEqual(['Maria']);
});

test('SEC-10: in a frame, a browser of 2023 names the host of a redirect that is not ours', async () => {
  const page = await openPage(browser, { reducedMotion: 'reduce' });
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
  const src = `${product.url}${paths.series}?embed=1&redirectTo=${encodeURIComponent('https://elsewhere.example/')}`;
  await page.goto(`${hostUrl}/?src=${encodeURIComponent(src)}`);
  const form = page.frameLocator('iframe');
  await form.locator('.form > .button:disabled').waitFor();
  await fillSeriesForm(form);
  await sendButton(form).click();
  await form.getByRole('dialog', { name: 'Success!' }).waitFor();
  expect(await form.getByRole('dialog').textContent()).toContain('You are being taken to elsewhere.example.');
});
