import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../scripts/chromium.ts';

export const FLAGS = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-sandbox'];
const VIEWPORT = { width: 1440, height: 900 };

export interface StaffBrowser {
  readonly page: Page;
  /** A browser profile with the session, but an empty cache. */
  readonly openFresh: () => Promise<BrowserContext>;
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const popupOpens = page.waitForEvent('popup');
  await page.getByRole('button', { name: /sign in/i }).click();
  const popup = await popupOpens;
  await popup.getByRole('button', { name: /Robin Hale/ }).click();
  await page.waitForURL(`${url}/home`);
}

async function signedIn<T>(browser: Browser, url: string, use: (staff: StaffBrowser) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(page, url);
  const openFresh = async () => browser.newContext({ viewport: VIEWPORT, locale: 'en-GB', storageState: await context.storageState() });
  return use({ page, openFresh });
}

/** Opens Chromium, signs in by the local identity provider of the server at `url`, and closes it after `use`. */
export async function withStaffBrowser<T>(url: string, use: (staff: StaffBrowser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  try {
    return await signedIn(browser, url, use);
  } finally {
    await browser.close();
  }
}

/** The token with which a signed-in browser calls the server. */
export async function tokenOf(page: Page): Promise<string> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.headers().authorization?.startsWith('Bearer ') === true),
    page.reload(),
  ]);
  return request.headers().authorization?.slice('Bearer '.length) ?? '';
}
