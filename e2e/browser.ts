import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { chromiumPath } from '../scripts/chromium.ts';
import { closePage, takeKeptPage, watchPage } from './kept-pages.ts';

/** Widths at which every screen is looked at. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Scheme and width in which nothing may be hard to read or wider than the screen. */
export const LOOKS = [
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const;

/** Debian's Chromium without its calls home; without sandbox only as root, where Chromium refuses it. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Opens a browser for a test file and closes it after the last test. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  afterAll(async () => browser.close());
  return browser;
}

/** Opens a page of its own session; `closePage` ends it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const wanted = { viewport: DESKTOP, locale: 'en-GB', timezoneId: 'Europe/London', ...options };
  const again = await takeKeptPage(browser, wanted);
  if (again !== undefined) return again;
  const context = await browser.newContext(wanted);
  context.setDefaultTimeout(15_000);
  return watchPage(await context.newPage(), browser, wanted);
}

/** Signs in at the local identity provider, through the popup, with the account of this name, and waits for the dashboard. */
export async function signIn(page: Page, url: string, account: string | RegExp): Promise<void> {
  await page.goto(url);
  const popupOpens = page.waitForEvent('popup');
  await page.getByRole('button', { name: /sign in/i }).click();
  const popup = await popupOpens;
  const click = popup.getByRole('button', { name: account }).click();
  // The window closes with the answer, now and then before the click is told to be done.
  await click.catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await page.waitForURL(`${url}/home`);
}

/** Signs in once and gives what a browser keeps of it, for `openPage` of the tests that are about something else. */
export async function signedInState(browser: Browser, url: string): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const page = await openPage(browser);
  await signIn(page, url, /Robin Hale/);
  const state = await page.context().storageState();
  await closePage(page);
  return state;
}

/** Fails with what axe finds on the page, in words that name the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  // Its other mode opens a further page each time, to speak with frames of other origins.
  const hasFrames = page.frames().length > 1;
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ['violations'] });
  // A frame in which no script runs would not answer.
  const { violations } = await axe.exclude('iframe[sandbox=""]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** The same in every look, for a state that is hard to reach; the page ends as it is opened, light on a desktop. */
export async function expectAccessibleInAllLooks(page: Page): Promise<void> {
  for (const [colorScheme, viewport] of LOOKS.toReversed()) {
    // A colour on its way to another is neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
}

/** Fails when there is nothing of this on the page within the timeout, or more than one of it. */
export const expectShown = async (locator: Locator): Promise<void> => locator.waitFor();
