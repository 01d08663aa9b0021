import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { NO_MAIL_FOR_OFFERS } from '#contract/texts/places.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { takeMailAway } from '../support/requests.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, open } = await startStaffProduct();

let series: PicturedSeries;
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  await db.updateTable('events').set({ maximum_participants: null }).where('id', '=', series.events.full).execute();
  page = await open(`${series.path}/event/${series.events.full}/edit`);
  await field('Venue').waitFor();
});

const storedEvent = async () => db.selectFrom('events').selectAll().where('id', '=', series.events.full).executeTakeFirstOrThrow();
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const choice = (label: string) => page.getByRole('combobox', { name: label, exact: true });
const closesWhenFull = () => page.getByRole('switch', { name: 'Close when full' });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

test('PLC-8, PLC-9, PLC-11: Close when full shows its settings, asks for a maximum, and says when more places are taken', async () => {
  expect(await page.getByText('Shown to staff only; the form stays open.').count()).toBe(0);
  await field('Maximum participants').fill('60');
  await expectShown(page.getByText('Shown to staff only; the form stays open.'));
  expect(await choice('Waiting list').count()).toBe(0);
  await closesWhenFull().check();
  expect(await page.getByText('Shown to staff only; the form stays open.').count()).toBe(0);
  await field('Maximum participants').fill('');
  await save();
  await expectShown(page.getByText('Please enter a maximum, or switch off Close when full').last());
  await field('Maximum participants').fill('1');
  await expectShown(page.getByText(/^\d+ places are already taken\. Nobody loses theirs\.$/));
  await choice('Waiting list').selectOption('Timed offer');
  await expectShown(page.getByText('The next person is offered a place when one becomes free.'));
  await field('Offer lasts').fill('48');
  await field('‘Few’ means').fill('5');
  await expectAccessibleViews(page);
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({
    closes_when_full: true,
    maximum_participants: 1,
    places_left_from: 5,
    waiting_list: 'offer',
    offer_hours: 48,
  });
  const places = await db.selectFrom('event_places').select(['capacity', 'has_list']).execute();
  expect(places).toEqual([{ capacity: 1, has_list: true }]);
});

test('an error that stays after the wrong change is taken back is nothing to save', async () => {
  await closesWhenFull().check();
  await save();
  await expectShown(page.getByText('1 unsaved change, 1 to fix', { exact: true }));
  await closesWhenFull().uncheck();
  await expectShown(page.getByText('All changes saved'));
});

test('WTL-12: without mail the lists that would offer or give places automatically say why they do not', async () => {
  await takeMailAway(page);
  await page.reload();
  await closesWhenFull().check();
  expect(await page.getByText(NO_MAIL_FOR_OFFERS).count()).toBe(0);
  for (const mode of ['Timed offer', 'Give the place straight away']) {
    await choice('Waiting list').selectOption(mode);
    await expectShown(page.getByText(NO_MAIL_FOR_OFFERS));
    expect(await page.getByText(/^The next person/).count()).toBe(0);
  }
});

test('places left are shown always, never, or from a number on; hours are asked only if places are offered', async () => {
  await field('Maximum participants').fill('30');
  await closesWhenFull().check();
  expect([await field('‘Few’ means').inputValue(), await field('Offer lasts').count()]).toEqual(['10', 0]);
  await choice('Waiting list').selectOption('Give the place straight away');
  expect(await field('Offer lasts').count()).toBe(0);
  // A zero typed on the way to another number does not choose Never.
  await field('‘Few’ means').fill('0');
  await field('‘Few’ means').fill('05');
  expect(await field('‘Few’ means').inputValue()).toBe('05');
  await choice('Show places left').selectOption('Always');
  expect(await field('‘Few’ means').count()).toBe(0);
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({ places_left_from: null, waiting_list: 'direct' });
  await choice('Show places left').selectOption('Never');
  await save();
  await expect.poll(async () => (await storedEvent()).places_left_from).toBe(0);
  await choice('Show places left').selectOption('When few are left');
  await field('‘Few’ means').fill('');
  await save();
  await expectShown(page.getByText('Please enter a whole number'));
});

test('PLC-9: None can be changed back before Save, and a hidden wrong value does not prevent saving the rest', async () => {
  await field('Maximum participants').fill('30');
  await closesWhenFull().check();
  await choice('Waiting list').selectOption('Timed offer');
  await choice('Waiting list').selectOption('None');
  await choice('Waiting list').selectOption('Timed offer');
  await field('Offer lasts').fill('');
  await choice('Waiting list').selectOption('Give the place straight away');
  await field('‘Few’ means').fill('');
  await closesWhenFull().uncheck();
  await field('Venue').fill('Harbour House');
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({ closes_when_full: false, places_left_from: 10, offer_hours: 24, venue: 'Harbour House' });
});

test('PLC-10: while people wait, switching it off is refused, with the reason', async () => {
  await field('Maximum participants').fill('0');
  await closesWhenFull().check();
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  const { rowCount } = await db
    .updateTable('registrations')
    .set({ status: 'waiting' })
    .where('event_id', '=', series.events.full)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => ({ rowCount: Number(numUpdatedRows) }));
  await closesWhenFull().uncheck();
  await save();
  await expectShown(page.getByText(`${rowCount} people are waiting or have an offer. Give them places or remove them first.`));
  expect(await closesWhenFull().isChecked()).toBe(false);
  expect(await storedEvent()).toMatchObject({ closes_when_full: true });
});
