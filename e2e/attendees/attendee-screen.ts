import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { DESKTOP, openPage } from '../support/browser.ts';
import { closePage } from '../support/reusable-pages.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

/** The attendees of the event "Leading through change" of the sample series, as signed-in staff see them. */
export interface AttendeeScreen {
  readonly db: Db;
  readonly url: string;
  /** The page and the series of the running test. */
  readonly page: () => Page;
  readonly series: () => PicturedSeries;
  readonly table: () => Locator;
  /** The row, without the details that open below it. */
  readonly row: (text: string | RegExp) => Locator;
  /** The column headers, from left to right. */
  readonly heads: () => Promise<string[]>;
  /** The names, from top to bottom. */
  readonly names: () => Promise<string[]>;
  readonly openTable: () => Promise<void>;
  readonly openAttendee: (name: string) => Promise<void>;
}

/** Starts the product for a test file; each test has a new series, no chosen columns and a desktop's width. */
export async function startAttendeeScreen(env: Record<string, string> = {}): Promise<AttendeeScreen> {
  const { db, url, browser, storageState } = await startStaffProduct(env);
  const page = await openPage(browser, { storageState });
  afterAll(async () => closePage(page));
  let series: PicturedSeries;

  beforeEach(async () => {
    await page.setViewportSize(DESKTOP);
    await page.context().clearCookies({ name: /^screen-options/ });
    await db.deleteFrom('forms').execute();
    series = await buildPicturedSeries(db);
  });

  const table = () => page.getByRole('table', { name: 'Attendees of Leading through change' });
  const openTable = async () => {
    await page.goto(`${url}${series.path}?event=${series.events.full}`);
    await table().waitFor();
  };
  return {
    db,
    url,
    page: () => page,
    series: () => series,
    table,
    row: (text) => table().locator('tr[aria-rowindex]').filter({ hasText: text }),
    heads: async () => table().locator('th:not([data-column="select"])').allInnerTexts(),
    names: async () => table().locator('td[data-column="name"] [dir="auto"]').allInnerTexts(),
    openTable,
    openAttendee: async (name) => {
      await openTable();
      await page.getByRole('button', { name: `Details of ${name}` }).click();
    },
  };
}
