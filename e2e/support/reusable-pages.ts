import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The options of a page, and the errors that its scripts have thrown. */
interface Watched {
  readonly browser: Browser;
  readonly options: BrowserContextOptions;
  readonly errors: Error[];
}

/** Cookies and storage of someone who is signed in. */
export type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

const watched = new WeakMap<Page, Watched>();
const kept = new WeakMap<Browser, Map<string, Page[]>>();

/** Collects the script errors of a new page and its popups. Returns the page. */
export function watchPage(page: Page, browser: Browser, options: BrowserContextOptions): Page {
  const errors: Error[] = [];
  page.context().on('weberror', (error) => errors.push(error.error()));
  watched.set(page, { browser, options, errors });
  return page;
}

/** States of staff who are signed in to a product that files share. */
const lasting = new WeakSet<StorageState>();

/** Has a page with this state survive the end of a file. Returns the state. */
export function keepBetweenFiles(state: StorageState): StorageState {
  lasting.add(state);
  return state;
}

/** Options that can be changed on an open page. */
const SETTABLE: readonly string[] = ['colorScheme', 'reducedMotion', 'viewport'];

/** The other options, as a key to find a page that matches. */
const kindOf = (options: BrowserContextOptions): string =>
  JSON.stringify(options, (key, value: unknown) => (SETTABLE.includes(key) ? undefined : value));

async function emulate(page: Page, { colorScheme = null, reducedMotion = null, viewport }: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, media: null });
  if (viewport !== undefined && viewport !== null) await page.setViewportSize(viewport);
}

/**
 * A page that an earlier test closed, restored: with scripts that are already compiled, staff pages load in a third of the time. Only pages of signed-in staff
 * are reused; undefined when none matches.
 */
export async function takeReusablePage(browser: Browser, options: BrowserContextOptions): Promise<Page | undefined> {
  const page = kept.get(browser)?.get(kindOf(options))?.pop();
  if (page !== undefined) await emulate(page, options);
  return page;
}

function keep(page: Page, { browser, options }: Watched): void {
  const ofBrowser = kept.get(browser) ?? new Map<string, Page[]>();
  ofBrowser.set(kindOf(options), [...(ofBrowser.get(kindOf(options)) ?? []), page]);
  kept.set(browser, ofBrowser);
}

/** Undoes what a test did to its page: routes, listeners, permissions, windows. @throws AssertionError when its clock is faked, which remains so */
async function restore(page: Page, { permissions = [] }: BrowserContextOptions): Promise<void> {
  assert.equal(await page.evaluate(() => 'isFake' in Date), false);
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.grantPermissions(permissions);
}

/** Restores the page's original cookies and storage, and clears its history. */
async function signInAgain(page: Page, { cookies, origins }: StorageState): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  await context.addCookies(cookies);
  for (const { origin, localStorage: items } of origins) {
    await page.goto(`${origin}/healthz`);
    await page.evaluate((entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
    }, items);
  }
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

const isKept = (page: Page, opened: Watched | undefined): boolean =>
  opened !== undefined && kept.get(opened.browser)?.get(kindOf(opened.options))?.includes(page) === true;

/** Closes a page, or keeps it for reuse; fails when one of its scripts has thrown an error. A page that is closed already stays so. */
export async function closePage(page: Page): Promise<void> {
  const opened = watched.get(page);
  const state = opened?.options.storageState;
  if (page.isClosed() || isKept(page, opened)) return;
  if (opened === undefined || state === undefined || typeof state === 'string') await page.context().close();
  else {
    try {
      await restore(page, opened.options);
      await signInAgain(page, state);
      keep(page, opened);
    } catch {
      await page.context().close(); // It can't be restored, for example because it was still navigating.
    }
  }
  assert.deepEqual(opened?.errors.splice(0) ?? [], [], 'Scripts of the page threw.');
}

const outlastsFile = (page: Page): boolean => {
  const state = watched.get(page)?.options.storageState;
  return typeof state === 'object' && lasting.has(state);
};

/** Closes all pages of a browser, except one of each kind that the next file can use. */
export async function closePages(browser: Browser): Promise<void> {
  const ofBrowser = kept.get(browser) ?? new Map<string, Page[]>();
  for (const [kind, pages] of ofBrowser) ofBrowser.set(kind, pages.filter(outlastsFile).slice(0, 1));
  const contexts = new Set([...ofBrowser.values()].flat().map((page) => page.context()));
  for (const context of browser.contexts()) if (!contexts.has(context)) await context.close();
}
