import { basename, join } from 'node:path';
import type { RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest';
import { chromiumPath } from '../../scripts/chromium.ts';
import { accessibilityViolations } from './axe.ts';
import { closePage, closePages, keepBetweenFiles, type StorageState, takeReusablePage, watchPage } from './reusable-pages.ts';

/** Sizes at which the screens are tested. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Colour schemes and sizes in which the screens are checked for accessibility and overflow. */
const VIEWS = [
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const;

/**
 * Debian's Chromium without its background requests, and without V8's optimising compilers: they take a third of a renderer's time, and no page stays open long
 * enough to make up for it. Root needs `--no-sandbox`.
 */
const FLAGS = [
  '--js-flags=--no-maglev,--no-turbofan',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

let shared: Browser | undefined;

/** The browser of the vitest worker. After the last test of a file, its pages are closed, except for some that the next file can use. */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS, handleSIGTERM: false });
  const browser = shared;
  afterAll(async () => closePages(browser));
  return browser;
}

/** Lets a page wait ten times as long for answers: on a busy machine, a test looks at it for longer than it would wait. */
function waitLonger(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(10 * ms);
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  await context.addInitScript(waitLonger);
  return watchPage(await context.newPage(), browser, options);
}

/** Opens a page in its own browser context. One that a test opens is closed at the end of the test, others with the browser. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const wanted = { viewport: DESKTOP, locale: 'en-GB', timezoneId: 'Europe/London', ...options };
  const page = (await takeReusablePage(browser, wanted)) ?? (await newPage(browser, wanted));
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(async () => closePage(page));
  return page;
}

/** Opens the popup of the local identity provider from the sign-in page. */
export async function openSignIn(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: /sign in/i }).click()]);
  return popup;
}

/** Chooses the account of this name in the popup of the local identity provider, which then closes. */
export async function chooseAccount(popup: Page, account: string | RegExp): Promise<void> {
  const click = popup.getByRole('button', { name: account }).click();
  // The popup sometimes closes before the click has resolved.
  await click.catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
}

/** Signs in through the popup of the local identity provider with the account of this name, and waits for the dashboard. */
export async function signIn(page: Page, url: string, account: string | RegExp): Promise<void> {
  await page.goto(url);
  await chooseAccount(await openSignIn(page), account);
  await page.waitForURL(`${url}/home`);
}

/** Signs in once and returns the storage state, for `openPage` of tests about other things. */
export async function signedInState(browser: Browser, url: string): Promise<StorageState> {
  const page = await openPage(browser);
  await signIn(page, url, /Robin Hale/);
  const state = await page.context().storageState();
  await closePage(page);
  return state;
}

/** Chooses an item of the More menu of an event's card. */
export async function chooseMore(card: Locator, item: string): Promise<void> {
  // The lists below the card have their own menus.
  await card
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await card.page().getByRole('menuitem', { name: item, exact: true }).click();
}

const states = new Map<string, StorageState>();

/** The same for all files that share the product at this address. */
export async function sharedState(browser: Browser, url: string): Promise<StorageState> {
  const state = states.get(url) ?? keepBetweenFiles(await signedInState(browser, url));
  states.set(url, state);
  return state;
}

/** Waits until all transitions and animations are over, except endless ones, such as a spinner's. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Elements that have just changed start to move with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(async ({ finished }) => finished));
  });
}

const PICTURES = process.env.TEST_PICTURES;
const taken = new Map<string, number>();

/** Saves a screenshot of the page in the folder `TEST_PICTURES`, to compare screens before and after a style change. */
async function keepPicture(page: Page): Promise<void> {
  if (PICTURES === undefined) return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const name = `${basename(testPath, '.test.ts')} ${currentTestName}`.replaceAll(/[^\w -]/g, '').slice(0, 180);
  const number = (taken.get(name) ?? 0) + 1;
  taken.set(name, number);
  await page.screenshot({ path: join(PICTURES, `${name} ${String(number)}.png`), animations: 'disabled' });
}

/** Fails with the violations that axe finds and their elements, by all its rules or by those that `options` name. */
export async function expectAccessible(page: Page, options: RunOptions = {}): Promise<void> {
  // Colours in transition would fail the contrast check.
  await untilStill(page);
  await keepPicture(page);
  // Axe gets no answer from a frame without scripts.
  expect(await accessibilityViolations(page, ['iframe[sandbox=""]'], options)).toEqual([]);
}

/** The rules whose findings depend on the colour scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the current state in all views; with `fits`, nothing may be wider than the screen. Afterwards the page is light and desktop-sized,
 * as at first.
 */
export async function expectAccessibleViews(page: Page, { fits = false } = {}): Promise<void> {
  for (const [colorScheme, viewport] of VIEWS.toReversed()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await expectAccessible(page, colorScheme === 'dark' ? { runOnly: OF_COLOURS } : {});
    if (fits) expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
}

/** Leaves a screen with unsaved edits by this link: it asks, and Stay remains there. */
export async function leaveAndStay(page: Page, link: Locator): Promise<void> {
  await link.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
}

/** Starts clicking a button every 5 ms, until it has left the page. */
export const hammer = async (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    const timer = setInterval(() => (element.isConnected ? element.click() : clearInterval(timer)), 5);
  });

/** Waits until exactly one match is visible; fails after the timeout. */
export const expectShown = async (locator: Locator): Promise<void> => locator.waitFor();
