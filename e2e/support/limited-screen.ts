import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPage } from './browser.ts';
import { buildLimitedSeries, type LimitedSeries } from './limited-rows.ts';
import { closePage } from './reusable-pages.ts';
import { startStaffProduct } from './staff-product.ts';

/** Starts the product for a test file; `open` makes the limited series anew, with a page of signed-in staff for one test. */
export async function startLimitedScreen() {
  const { db, url, browser, storageState } = await startStaffProduct();
  let page: Page | undefined;
  afterEach(async () => {
    if (page !== undefined) await closePage(page);
  });
  return {
    db,
    browser,
    url,
    open: async (): Promise<{ series: LimitedSeries; page: Page }> => {
      await db.deleteFrom('forms').execute();
      const series = await buildLimitedSeries(db);
      page = await openPage(browser, { storageState });
      return { series, page };
    },
  };
}
