import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { openBrowser, signedInState } from './browser.ts';
import { startFormProduct } from './public-forms.ts';

/** The product and its database, and what `openPage` needs for pages of signed-in staff. */
export interface StaffProduct {
  readonly db: Db;
  readonly url: string;
  readonly browser: Browser;
  readonly storageState: NonNullable<BrowserContextOptions['storageState']>;
}

/** Starts the built product for a test file, and signs in once; `env` adds settings. */
export async function startStaffProduct(env: Record<string, string> = {}): Promise<StaffProduct> {
  const { product, db } = await startFormProduct(env);
  const browser = await openBrowser();
  return { db, url: product.url, browser, storageState: await signedInState(browser, product.url) };
}
