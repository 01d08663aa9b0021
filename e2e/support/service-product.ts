import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { startWorld, type World } from '#server/testing/worker.ts';
import { openPage } from './browser.ts';
import { startStaffProduct } from './staff-product.ts';

/** The product with stand-ins of all outside services, and signed-in staff. */
export interface ServiceProduct {
  readonly db: Db;
  readonly url: string;
  readonly world: World;
  readonly browser: Browser;
  /** Opens a path as staff. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts them for a test file; the stand-ins are reset before each test. */
export async function startServiceProduct(): Promise<ServiceProduct> {
  const world = await startWorld();
  // Each product has its own data folder.
  const { DATA_DIR: _, ...settings } = world.settings;
  const { db, url, browser, storageState } = await startStaffProduct(settings);
  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, { storageState, ...options });
    await page.goto(`${url}${path}`);
    return page;
  };
  return { db, url, world, browser, open };
}
