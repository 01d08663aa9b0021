import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { openBrowser, openPage, sharedState, signedInState } from './browser.ts';
import { type FormProduct, startFormProduct } from './public-forms.ts';

/** The product and its database, and what `openPage` needs for pages of signed-in staff. */
export interface StaffProduct {
  readonly db: Db;
  readonly url: string;
  readonly browser: Browser;
  readonly storageState: NonNullable<BrowserContextOptions['storageState']>;
  /** Opens a path as staff. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts the built product for a test file, or shares it, and signs in once; `env` adds settings. */
export async function startStaffProduct(env: Record<string, string> = {}): Promise<StaffProduct> {
  return signInTo(await startFormProduct(env));
}

/** Signs in to a product, once for all files that share it. */
export async function signInTo({ product: { url }, db, isShared }: FormProduct): Promise<StaffProduct> {
  const browser = await openBrowser();
  const storageState = await (isShared ? sharedState(browser, url) : signedInState(browser, url));
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, { storageState, ...options });
    await page.goto(`${url}${path}`);
    return page;
  };
  return { db, url, browser, storageState, open };
}
