import fs from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { openPage } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

/** The statistics of a series with two events on the form and one off it, new for each test. */
export interface StatisticsScreen {
  readonly db: Db;
  readonly url: string;
  /** The series of the current test. */
  readonly series: () => { readonly id: string; readonly path: string; readonly events: readonly string[] };
  /** A signed-in page that is still blank. */
  readonly openBlank: (options?: Parameters<typeof openPage>[1]) => Promise<Page>;
  /** Opens the screen; `search` is the query of its address, with the question mark. */
  readonly open: (options?: Parameters<typeof openPage>[1] & { search?: string }) => Promise<Page>;
}

/** A zone other than UTC whose clocks never differ from it. */
export const ALWAYS_UTC = 'Atlantic/Reykjavik';

/** Starts the product for a test file. */
export async function startStatisticsScreen(): Promise<StatisticsScreen> {
  const { db, url, browser, storageState } = await startStaffProduct({ TIME_ZONE: ALWAYS_UTC });
  let series = { id: '', path: '', events: [''] };

  beforeEach(async () => {
    await db.deleteFrom('forms').execute();
    const id = await buildSeries(db, { title: 'Leadership Essentials' });
    const events = [
      await buildEvent(db, id, { title: 'On the form' }),
      await buildEvent(db, id, { title: 'Also on the form' }),
      await buildEvent(db, id, { title: 'Behind the scenes', is_on_form: false }),
    ];
    series = { id, path: `/leadership-essentials/events-series/${id}/statistics`, events };
  });

  const openBlank: StatisticsScreen['openBlank'] = async (options = {}) => openPage(browser, { storageState, ...options });
  return {
    db,
    url,
    series: () => series,
    openBlank,
    open: async ({ search = '', ...options } = {}) => {
      const page = await openBlank(options);
      await page.goto(`${url}${series.path}${search}`);
      return page;
    },
  };
}

export const lineChart = (page: Page): Locator => page.getByRole('region', { name: 'Daily submissions, line chart' });
export const startDate = (page: Page): Locator => page.getByRole('textbox', { name: 'Start date' });
export const endDate = (page: Page): Locator => page.getByRole('textbox', { name: 'End date' });

export const monthsTable = (page: Page): Locator => page.getByRole('table', { name: 'Sign-ups by month' });

/** The rows of a table as texts of their cells. */
export const rowsOf = async (table: Locator): Promise<(string | undefined)[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim())),
    );

/** The card with this label, as one line. */
export const cardText = async (page: Page, label: string): Promise<string> => {
  const texts = await page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dt, dd')
    .allTextContents();
  return texts.join(' ').trim();
};

/** Saves a chart with its Export menu. */
export async function exported(page: Page, chart: string | RegExp, format: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: chart }).click();
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menu', { name: chart }).getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), content: fs.readFileSync(await download.path()) };
}
