import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { addFormSignUpsOnDays, addFormViews, dayAgo, dayOfMonthAgo, monthAgo } from './statistics-rows.ts';
import { cardText, exported, lineChart, monthsTable, rowsOf } from './statistics-screen.ts';

const { db, url, browser, storageState } = await startStaffProduct();

let formId = '';
let path = '';
beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
  path = `/coaching-brochure/form/${formId}`;
});

const openBlank = async (options: Parameters<typeof openPage>[1] = {}): Promise<Page> => openPage(browser, { storageState, ...options });
const open = async (options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const page = await openBlank(options);
  await page.goto(`${url}${path}/statistics`);
  return page;
};

/** Sign-ups and views of this month and the last one. */
async function addTwoMonths(): Promise<void> {
  await addFormSignUpsOnDays(db, formId, { [dayOfMonthAgo(0, 1)]: 2, [dayOfMonthAgo(1, 28)]: 1 });
  await addFormViews(db, formId, dayOfMonthAgo(0, 1), 1_200);
  await addFormViews(db, formId, dayOfMonthAgo(1, 1), 3);
}

test('EXTRA-50: the tab Statistics leads to the figures of the form, and has no events', async () => {
  await addTwoMonths();
  const page = await openBlank();
  await page.goto(url + path);
  await page.getByRole('link', { name: 'Statistics' }).click();
  await page.waitForURL(`${url}${path}/statistics`);
  await page.getByText('1,200').first().waitFor();
  expect(await page.getByRole('link', { name: 'Statistics' }).getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  expect(await cardText(page, 'Total Signups')).toBe('Total Signups 2 Last month 1');
  expect(await cardText(page, 'Total Views')).toBe('Total Views 1,200 Last month 3');
  expect(await cardText(page, 'Signup rate')).toBe('Signup rate 0.17% Last month 33.33%');
  expect(await rowsOf(monthsTable(page))).toEqual([
    [`${monthAgo(0)} This month`, '2', '+1 so far'],
    [monthAgo(1), '1', '–'],
  ]);
  await expectAccessibleViews(page, { fits: true });
  expect(
    await page
      .getByRole('main')
      .getByText(/\bevents\b/i)
      .count(),
  ).toBe(0);
});

test('EXTRA-50: a range is compared with the days before, kept in the address, and saved as CSV and picture', async () => {
  await addFormSignUpsOnDays(db, formId, { [dayAgo(2)]: 6, [dayAgo(40)]: 4 });
  await addFormViews(db, formId, dayAgo(2), 24);
  await addFormViews(db, formId, dayAgo(40), 40);
  const page = await open({ acceptDownloads: true });
  await page.getByText('40 before').waitFor();
  expect(await cardText(page, 'Views')).toBe('Views 24 40 before -40%');
  expect(await cardText(page, 'Rate')).toBe('Rate 25.00% 10.00% before +15.00');
  await lineChart(page).locator('.recharts-line-curve').waitFor();
  const csv = await exported(page, /^Export Daily sign-ups/, 'Figures (CSV)');
  expect(csv.content.toString()).toContain(`"${dayAgo(2)}","6"`);
  let saved = 0;
  page.on('download', () => (saved += 1));
  await page.getByRole('button', { name: /^Export Daily sign-ups/ }).click();
  await page.getByRole('menuitem', { name: 'Figures (CSV)' }).dblclick();
  await page.getByRole('menuitem', { name: 'Figures (CSV)' }).waitFor({ state: 'detached' });
  const png = await exported(page, /^Export This month/, 'Picture (PNG)');
  await expect.poll(() => saved).toBe(2);
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  await page.getByRole('button', { name: 'This year', exact: true }).click();
  await page.getByText(/^(So far|All days): 1 Jan /).waitFor();
  const { search } = new URL(page.url());
  expect(search).toMatch(/^\?from=\d{4}-01-01&to=/);
  await page.reload();
  await page.getByText(/^(So far|All days): 1 Jan /).waitFor();
  expect(new URL(page.url()).search).toBe(search);
});

test('EXTRA-51: a visit of the public form is a view of this month', async () => {
  const visitor = await openPage(browser);
  const view = visitor.waitForResponse((response) => response.url() === `${url}/api/form/${formId}/track_views`);
  await visitor.goto(`${url}${path}/view`);
  expect((await view).status()).toBe(200);
  const page = await open();
  await expect.poll(async () => cardText(page, 'Total Views')).toBe('Total Views 1 Last month 0');
});

test('EXTRA-50: while it loads it shows its frame; a failure offers Retry, and an empty form says so', async () => {
  const page = await openBlank();
  const release = await holdRequests(page, '**/api/form/**', lose);
  await page.goto(`${url}${path}/statistics`);
  await page.getByRole('heading', { name: 'Select Date Range' }).waitFor();
  await expectShown(page.getByRole('status').filter({ hasText: 'Loading...' }));
  await expectAccessibleViews(page);
  release();
  await page.getByText('Error: The server could not be reached.').waitFor();
  await expectAccessibleViews(page);
  await page.unroute('**/api/form/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectShown(page.getByText('No submission data available.'));
});
