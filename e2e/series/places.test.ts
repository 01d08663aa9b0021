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

const tab = (name: RegExp): Locator => page.getByRole('tab', { name });
const table = (name: string): Locator => page.getByRole('table', { name: `${name} Fire safety, day 1` });
const rows = (name: string): Promise<string[]> => table(name).locator('td[data-column="name"] [dir="auto"]').allInnerTexts();

async function openPanel(query = ''): Promise<void> {
  await page.goto(`${url}${series.path}?event=${series.events.first}${query}`);
  await tab(/^Attendees 23$/).waitFor();
}

test('WTL-24: the attendees of a limited event are lists in tabs, with their counts, in the address; arrow keys go through them', async () => {
  await openPanel();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Attendees 23', 'Waiting 3', 'Offered 1', 'Cancelled 2']);
  await expectShown(table('Attendees of'));
  await tab(/^Attendees/).press('ArrowRight');
  await expectShown(table('Waiting list of'));
  expect(new URL(page.url()).searchParams.get('registration')).toBe('waiting');
  expect(await tab(/^Waiting/).getAttribute('aria-selected')).toBe('true');
  await tab(/^Waiting/).press('End');
  await expectShown(table('Cancelled for'));
  await page.reload();
  await expectShown(table('Cancelled for'));
  await page.goto(`${url}${series.path}?event=${series.events.open}&registration=waiting`);
  await expectShown(page.getByText('No sign-ups yet', { exact: true }).last());
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('WTL-30, WTL-32: those who wait are listed by position, with the places that are free above', async () => {
  await openPanel('&registration=waiting');
  await expectShown(table('Waiting list of'));
  const heads = await table('Waiting list of').locator('th:not([data-column="select"])').allInnerTexts();
  expect(heads.slice(0, 6)).toEqual(['Position', 'Name', 'Organisation', 'Email', 'Waiting since', 'Status']);
  expect(await rows('Waiting list of')).toEqual(['Grace Liu', 'Owen Pugh', 'Marta Kowal']);
  await expectShown(table('Waiting list of').getByText('Mail failed', { exact: true }));
  await expectShown(page.getByText('6 places are free', { exact: true }));
  await expectShown(page.getByText('3 of 3 shown, by position', { exact: true }));
  await expectAccessibleViews(page);
  await page.getByPlaceholder('Search the waiting list').fill('marta');
  await expect.poll(() => rows('Waiting list of')).toEqual(['Marta Kowal']);
  await db.updateTable('events').set({ waiting_list: 'offer', offer_hours: 24 }).where('id', '=', series.events.first).execute();
  await page.reload();
  await expectShown(page.getByText('The next person is offered a place when one becomes free. An offer lasts 24 hours.', { exact: true }));
});

test('WTL-31: offers say when they end, and cancellations when, by whom and why', async () => {
  await openPanel('&registration=offered');
  await expectShown(table('Offers of').getByText('Ends in 21 hours'));
  await expectAccessibleViews(page);
  await db.updateTable('waiting_entries').set({ offer_ends_at: null }).execute();
  await page.reload();
  await expectShown(table('Offers of').getByText('Mail on its way', { exact: true }));
  await tab(/^Cancelled/).click();
  await expectShown(table('Cancelled for').getByText('Ada Marsh', { exact: true }));
  await expectShown(table('Cancelled for').getByText('Visitor', { exact: true }));
  await expectShown(table('Cancelled for').getByText('Removed', { exact: true }));
  await expectAccessibleViews(page);
});

test('WTL-24: a list without anybody says so', async () => {
  await db.deleteFrom('waiting_entries').execute();
  await db.deleteFrom('submission_events').where('status', '<>', 'confirmed').execute();
  await openPanel('&registration=waiting');
  await expectShown(page.getByText('Nobody is waiting', { exact: true }));
  await expectShown(page.getByText('When the event is full, people can join the list on the form.', { exact: true }));
  await tab(/^Offered/).click();
  await expectShown(page.getByText('No open offers', { exact: true }));
  await tab(/^Cancelled/).click();
  await expectShown(page.getByText('Nobody has cancelled', { exact: true }));
});
