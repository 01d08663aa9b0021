import type { Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { buildLimitedSeries, type LimitedSeries } from './limited-rows.ts';
import { startStaffProduct } from './staff-product.ts';

/** Starts the product for a test file; `open` makes the limited series from scratch, with a page of signed-in staff for one test. */
export async function startLimitedScreen() {
  const { db, url, browser, storageState } = await startStaffProduct();
  return {
    db,
    browser,
    url,
    open: async (): Promise<{ series: LimitedSeries; page: Page }> => {
      await db.deleteFrom('forms').execute();
      const series = await buildLimitedSeries(db);
      return { series, page: await openPage(browser, { storageState }) };
    },
  };
}
