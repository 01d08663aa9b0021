import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { buildLimitedSeries, type LimitedSeries } from '../support/limited-rows.ts';
import { closePage } from '../support/reusable-pages.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('event_series').execute();
  series = await buildLimitedSeries(db);
  page = await openPage(browser, { storageState });
});

afterEach(async () => closePage(page));

const card = (title: string): Locator => page.getByRole('article', { name: title });

test('PLC-43: the card of a limited event says how many of its places are taken, who waits, and whether it is full or over', async () => {
  await page.goto(`${url}${series.path}`);
  await expectShown(card('Fire safety, day 1').getByText('23 of 30 places, 1 offered, 3 waiting', { exact: true }));
  await expectShown(card('Fire safety, day 2').getByText('30 of 30 places, 5 waiting', { exact: true }));
  await expectShown(card('Fire safety, day 2').getByText('Full', { exact: true }));
  await expectShown(card('First aid refresher').getByText('14 of 12 places', { exact: true }));
  await expectShown(card('First aid refresher').getByText('2 over', { exact: true }));
  expect(await page.getByText('Full', { exact: true }).count()).toBe(1);
  expect(
    await card('Safety walk, an open morning')
      .getByText(/places/)
      .count(),
  ).toBe(0);
  await expectAccessibleViews(page);
});

test('PLC-44: the card of a series on the dashboard says how many of its events are full, and how many people wait', async () => {
  await page.goto(url);
  await expectShown(page.getByText('2 of 4 events full, 8 waiting', { exact: true }));
  await expectAccessibleViews(page);
  await db.updateTable('event_places').set({ taken: 0, waiting: 0, passed_over: 0 }).execute();
  await page.reload();
  await expectShown(page.getByRole('link', { name: /Workplace Safety 30 Signups/ }));
  expect(await page.getByText(/events full/).count()).toBe(0);
});
