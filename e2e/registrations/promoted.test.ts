import { expect, test } from 'vitest';
import type { WaitingListMode } from '#contract/registrations/places.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { expectShown, openPage } from '../support/browser.ts';
import { addRegistered, buildLimitedSeries, type LimitedSeries } from '../support/limited-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

const DAY_MS = 86_400_000;

/** A page of a browser whose clock is a day slow. */
async function openSlowPage() {
  const page = await openPage(browser, { storageState });
  await page.clock.setSystemTime(Date.now() - DAY_MS);
  return page;
}

test('WTL-19: after the maximum is raised it says how many people were offered a place, not counting anyone passed over', async () => {
  const series = await buildLimitedSeries(db, 'offer');
  const page = await openPage(browser, { storageState });
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  const maximum = page.getByRole('textbox', { name: 'Maximum participants', exact: true });
  await maximum.fill('31');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectShown(page.getByText('2 people were offered a place.', { exact: true }));
  const offered = await db.selectFrom('registrations').select('status').where('status', '=', 'offered').execute();
  expect(offered).toHaveLength(3);
});

/** An event that begins in two and a half hours, which is too soon for an offer. */
async function buildSoon(mode: WaitingListMode): Promise<LimitedSeries> {
  const series = await buildLimitedSeries(db, mode);
  const startsAt = new Date(Date.now() + 2.5 * 3_600_000);
  await db.updateTable('events').set({ starts_at: startsAt, ends_at: null }).where('id', '=', series.events.first).execute();
  return series;
}

test('WTL-10, WTL-19: shortly before the event it says that they were given a place, even in a browser whose clock is slow', async () => {
  const series = await buildSoon('offer');
  const page = await openSlowPage();
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  await page.getByRole('textbox', { name: 'Maximum participants', exact: true }).fill('31');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectShown(page.getByText('2 people were given a place.', { exact: true }));
});

test('WTL-10, WTL-26: shortly before the event the selected or next person on the waiting list is given the place, even in a browser whose clock is slow', async () => {
  const series = await buildSoon('manual');
  const page = await openSlowPage();
  await page.goto(`${url}${series.path}?event=${series.events.first}&registration=waiting`);
  await page.getByRole('checkbox', { name: 'Select Grace Liu' }).check();
  await page.getByRole('checkbox', { name: 'Select Owen Pugh' }).check();
  await page.getByRole('button', { name: 'Offer a place to 2' }).click();
  await expectShown(page.getByText('2 people were given a place.', { exact: true }));
  await page.getByRole('button', { name: 'Offer to the next 1' }).click();
  await expectShown(page.getByText('1 person was given a place.', { exact: true }));
});

test('WTL-25: several people selected out of turn need confirmation, too', async () => {
  const series = await buildLimitedSeries(db);
  const page = await openPage(browser, { storageState });
  await page.goto(`${url}${series.path}?event=${series.events.first}&registration=waiting`);
  await page.getByRole('checkbox', { name: 'Select Grace Liu' }).check();
  await page.getByRole('checkbox', { name: 'Select Marta Kowal' }).check();
  await page.getByRole('button', { name: 'Offer a place to 2' }).click();
  await expectShown(page.getByRole('dialog').getByText('Marta is number 3.'));
});

test('WTL-24, WTL-28, WTL-31: even in an event without a limit, someone who cancelled gets the place back, and cancelling a place leaves the list unchanged', async () => {
  const series = await buildLimitedSeries(db);
  const open = { seriesId: series.id, eventId: series.events.open };
  await addRegistered(db, { ...open, status: 'confirmed' }, [{ first_name: 'Iris', last_name: 'Blake' }]);
  await addRegistered(db, { ...open, status: 'cancelled' }, [{ first_name: 'Noel', last_name: 'Hart' }]);
  await db.updateTable('events').set({ maximum_participants: 1 }).where('id', '=', series.events.open).execute();
  await rebuildCounters(db);
  const page = await openPage(browser, { storageState });
  await page.goto(`${url}${series.path}?event=${series.events.open}&registration=cancelled`);
  await page.getByRole('button', { name: 'Restore: Noel Hart' }).click();
  const dialog = page.getByRole('dialog');
  await expectShown(dialog.getByText('They will have a place again.', { exact: true }));
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expectShown(page.getByText('Noel Hart has a place again.'));
  await page.goto(`${url}${series.path}?event=${series.events.open}`);
  const select = page.getByRole('checkbox', { name: 'Select Noel Hart' });
  await select.check();
  await page.getByRole('button', { name: 'Details of Iris Blake' }).click();
  await page.getByRole('button', { name: 'Cancel place…' }).click();
  await dialog.getByRole('button', { name: 'Cancel place' }).click();
  await expectShown(page.getByText("Iris Blake's place was cancelled."));
  await expectShown(page.getByRole('tab', { name: 'Cancelled 1' }));
  expect(await select.isChecked()).toBe(true);
});
