import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { openBrowser, openPage, signedInState } from './browser.ts';
import { startFormProduct } from './public-forms.ts';

/** The product and its database, and what `openPage` needs for pages of signed-in staff. */
export interface StaffProduct {
  readonly db: Db;
  readonly url: string;
  readonly browser: Browser;
  readonly storageState: NonNullable<BrowserContextOptions['storageState']>;
  /** Opens a path as staff. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts the built product for a test file, and signs in once; `env` adds settings. */
export async function startStaffProduct(env: Record<string, string> = {}): Promise<StaffProduct> {
  const { product, db } = await startFormProduct(env);
  const browser = await openBrowser();
  const storageState = await signedInState(browser, product.url);
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, { storageState, ...options });
    await page.goto(`${product.url}${path}`);
    return page;
  };
  return { db, url: product.url, browser, storageState, open };
}
