import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { startWorld, type World } from '#server/testing/worker.ts';
import { openBrowser, openPage, signedInState } from './browser.ts';
import { startFormProduct } from './public-forms.ts';

/** The product with stand-ins of all outside services, and signed-in staff. */
export interface ServiceProduct {
  readonly db: Db;
  readonly url: string;
  readonly world: World;
  readonly browser: Browser;
  /** Opens a path as staff; the caller closes its context. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts them for a test file; the stand-ins are reset before each test. */
export async function startServiceProduct(): Promise<ServiceProduct> {
  const world = await startWorld();
  // Each product has its own data folder.
  const { DATA_DIR: _, ...settings } = world.settings;
  const { product, db, stop } = await startFormProduct(settings);
  afterAll(stop);
  const { url } = product;
  const browser = await openBrowser();
  const storageState = await signedInState(browser, url);
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, { storageState, ...options });
    await page.goto(`${url}${path}`);
    return page;
  };
  return { db, url, world, browser, open };
}
