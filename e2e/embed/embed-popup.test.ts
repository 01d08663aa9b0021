import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectFocused } from '../support/focus.ts';
import { fillSeriesForm, sendButton } from '../support/public-visitor.ts';
import { expectAccessibleAround, eventsOn, violationsOn, visitFromHost } from './embed-host.ts';

const { host, arrive } = await visitFromHost();
let page: Page;
let product = '';
let form = '';

beforeEach(async () => {
  ({ page, product, form } = await arrive());
});

async function openHost(body: string): Promise<void> {
  host.show(`${body}<script async src="${product}/embed.js"></script>`);
  await page.goto(`${host.url()}/courses`);
  await page.locator('[aria-haspopup=dialog]').first().waitFor();
}

const dialog = () => page.getByRole('dialog', { name: 'Spring series' });
const frame = () => page.frameLocator('dialog[open] iframe');
const isLive = async () => frame().locator('.form > .button:disabled').waitFor();
const button = (): string => `<button id="opener" data-turnout-popup="${form}" data-title="Spring series">Sign up</button>`;
const link = (): string => `<a id="opener" href="${form}" data-turnout-popup data-title="Spring series">Sign up</a>`;

describe.each([
  ['button', button],
  ['link', link],
] as const)('a popup from a %s', (role, opener) => {
  test('opens the form over the page, closes by Escape in the form and by Close, and returns the focus', async () => {
    await openHost(opener());
    const signUp = page.getByRole(role, { name: 'Sign up' });
    await signUp.click();
    await dialog().waitFor();
    expect(page.url()).toBe(`${host.url()}/courses`);
    await isLive();
    await frame().getByLabel('First name').fill('Maria');
    // An input method uses it to cancel a word.
    for (const sign of [{ isComposing: true }, { keyCode: 229 }])
      await frame()
        .getByLabel('First name')
        .dispatchEvent('keydown', { key: 'Escape', ...sign });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await dialog().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await expectFocused(signUp);
    await signUp.click();
    expect(await frame().getByLabel('First name').inputValue()).toBe('Maria');
    await page.getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
  });
});

test('EMB-26: it is in the middle of the window, with its Close button, whatever the host page resets, and returns the focus in browsers that do not focus what is clicked', async () => {
  await openHost(link());
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { all: unset; font: 40px serif } button, dialog { display: none } dialog { translate: -50% -50%; opacity: 0.5 }');
    document.adoptedStyleSheets = [sheet];
  });
  const opener = page.getByRole('link', { name: 'Sign up' });
  await opener.dispatchEvent('click');
  await page.getByRole('button', { name: 'Close' }).waitFor();
  const [left, right, font, opacity] = await dialog().evaluate((shown) => {
    const { left: from, right: to } = shown.getBoundingClientRect();
    const fontSize = getComputedStyle(shown.querySelector('button') ?? shown).fontSize;
    return [from, window.innerWidth - to, fontSize, getComputedStyle(shown).opacity] as const;
  });
  expect(Math.abs(left - right)).toBeLessThan(20);
  expect([font, opacity]).toEqual(['14px', '1']);
  await page.getByRole('button', { name: 'Close' }).click();
  await dialog().waitFor({ state: 'hidden' });
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('EMB-26: it opens again after the host page has replaced its body around the opener, or rewritten it, and scrolling in it does not scroll the page', async () => {
  await openHost(link());
  await page.getByRole('link', { name: 'Sign up' }).click();
  await isLive();
  await page.evaluate(() => {
    const body = document.createElement('body');
    body.append(...document.querySelectorAll('#opener'));
    body.style.height = '5000px';
    document.body.replaceWith(body);
  });
  await page.getByRole('link', { name: 'Sign up' }).click();
  await isLive();
  await page.mouse.move(500, 400);
  const end = async () => dialog().evaluate((shown) => shown.scrollHeight - shown.clientHeight - shown.scrollTop);
  await expect.poll(async () => page.mouse.wheel(0, 2_000).then(end)).toBeLessThan(1);
  for (let turn = 0; turn < 3; turn += 1) {
    await page.mouse.wheel(0, 500);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('EMB-26: a page that comes back from a copy of itself has no copy of the open popup, and opens it again', async () => {
  await openHost(link());
  await page.getByRole('link', { name: 'Sign up' }).click();
  await isLive();
  await page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    document.body.replaceWith(document.createElement('body'));
    document.body.replaceWith(copy);
  });
  await expect.poll(async () => page.locator('dialog').count()).toBe(0);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await isLive();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => dialog().isVisible()).toBe(false);
});

test('FACE-34: a sign-up in a popup fires an event at the opener, there is one Close button, and Escape in the success dialog closes only that', async () => {
  await openHost(link());
  await page.getByRole('link', { name: 'Sign up' }).click();
  await isLive();
  await fillSeriesForm(frame());
  await sendButton(frame()).click();
  const success = frame().getByRole('dialog', { name: 'Success!' });
  await success.waitFor();
  expect(await success.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await frame().getByRole('dialog', { name: 'Success!' }).waitFor({ state: 'detached' });
  await dialog().waitFor();
  await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of opener', 'turnout:submitted of opener']);
});

test('EMB-26: it opens from a menu that keeps clicks to itself and goes back as it closes', async () => {
  await openHost(`<div id="menu">${button()}</div>`);
  await page.locator('#menu').evaluate((menu) => {
    menu.addEventListener('click', (event) => {
      event.stopPropagation();
      window.history.back();
    });
    window.history.pushState({}, '', '#menu');
  });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await isLive();
  expect(page.url()).toBe(`${host.url()}/courses`);
});

test('EMB-23: an opener whose attributes have changed opens the other form', async () => {
  await openHost(button());
  await page.getByRole('button', { name: 'Sign up' }).click();
  await isLive();
  await frame().getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('#opener').evaluate((opener) => opener.setAttribute('data-theme', 'dark'));
  await page.getByRole('button', { name: 'Sign up' }).click();
  await frame().locator('html[data-theme=dark]').waitFor();
  expect(await frame().getByLabel('First name').inputValue()).toBe('Ada');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('#opener').evaluate((opener) => opener.setAttribute('data-title', ''));
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('dialog', { name: 'Sign-up form' }).waitFor();
  expect(await page.locator('dialog iframe').getAttribute('title')).toBe('Sign-up form');
  expect(await page.locator('dialog').count()).toBe(1);
});

test('a form that does not exist says so in its frame, and the console has nothing but its status', async () => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  await openHost(link().replace(form, `${product}/nowhere/form/nowhere/view`));
  await page.getByRole('link', { name: 'Sign up' }).click();
  await frame().getByRole('heading', { name: "This form can't be found", level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test('a link opened in a new tab stays a link', async () => {
  await openHost(link());
  // Not every test browser has tabs, so the test checks that the click is left to the browser.
  const isLeft = page.evaluate(
    async () => new Promise((resolve) => window.addEventListener('click', (event) => resolve(!event.defaultPrevented), { once: true })),
  );
  await page.getByRole('link', { name: 'Sign up' }).click({ modifiers: ['Control'] });
  expect(await isLeft).toBe(true);
  expect(await dialog().count()).toBe(0);
});

describe.each([
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const)('in the scheme %o', (media) => {
  test('the popup is readable, also at 320 pixels', async () => {
    await page.emulateMedia(media);
    await page.setViewportSize({ width: 320, height: 640 });
    await openHost(button());
    await page.getByRole('button', { name: 'Sign up' }).click();
    await isLive();
    expect(await frame().locator('html').getAttribute('data-theme')).toBe(media.colorScheme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectAccessibleAround(page);
  });
});

test('PUB-19: the dialog after a sign-up in an embedded form stays in view while the frame grows by the thanks', async () => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openHost(`<div data-turnout-form="${form}" data-title="Spring series"></div>${link()}`);
  const [embedded, inPage] = [page.locator('iframe'), page.frameLocator('iframe')];
  await inPage.locator('.form > .button:disabled').waitFor();
  await fillSeriesForm(inPage);
  const heightNow = async () => (await embedded.boundingBox())?.height ?? 0;
  const before = await heightNow();
  await sendButton(inPage).click();
  const close = inPage.getByRole('dialog', { name: 'Success!' }).getByRole('button', { name: 'Close' });
  await close.waitFor();
  await expect.poll(heightNow).toBeGreaterThan(before);
  const { y = 0, height = 0 } = (await close.boundingBox()) ?? {};
  expect([y > 0, y + height < 600]).toEqual([true, true]);
});

test('EMB-22: next to it, the corners of a form in the page show the page behind, in another colour scheme', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openHost(`${button()}<div data-turnout-form="${form}"></div>`);
  await page.frameLocator('div iframe').locator('.form > .button:disabled').waitFor();
  const { x, y } = (await page.locator('div > iframe').boundingBox())!;
  const pixelAt = async (left: number) => page.screenshot({ clip: { x: left, y, width: 1, height: 1 } });
  expect(await pixelAt(x)).toEqual(await pixelAt(x - 2));
});

test('EMB-9: a plain frame in a box of a given height, as themes have for videos, keeps the height of the box and scrolls', async () => {
  host.show(`<div><iframe id="bare" title="Spring series" src="${form}?embed=1&theme=light"></iframe></div>`);
  await page.goto(`${host.url()}/courses`);
  await page.locator('#bare').evaluate(({ style, parentElement: box }: HTMLElement) => {
    box!.style.cssText = 'position:relative;height:300px;overflow:hidden';
    style.cssText = 'position:absolute;height:100%;width:100%';
  });
  await page.addScriptTag({ url: `${product}/embed.js` });
  await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of bare']);
  const inside = page.frameLocator('#bare');
  await fillSeriesForm(inside);
  expect(await page.locator('#bare').evaluate((bare) => bare.clientHeight)).toBeLessThanOrEqual(300);
  await sendButton(inside).click();
  await expect.poll(async () => eventsOn(page)).toEqual(['turnout:ready of bare', 'turnout:submitted of bare']);
});
