import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import type { LimitedSeries } from '../support/limited-rows.ts';
import { startLimitedScreen } from '../support/limited-screen.ts';
import { ADDS, driveImport, people } from './import-dialog.ts';

const { db, url, open } = await startLimitedScreen();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  ({ series, page } = await open());
});

const importInto = (eventTitle: string) => driveImport({ page: () => page, url, series: () => series }, eventTitle);

const confirmedIn = async (eventId: string) =>
  db
    .selectFrom('registrations')
    .innerJoin('submissions', 'submissions.id', 'registrations.submission_id')
    .select('submissions.email')
    .where('registrations.event_id', '=', eventId)
    .where('registrations.status', '=', 'confirmed')
    .execute();

/** The file of everyone in the first event: 23 confirmed, one with an offer, three waiting, two cancelled. */
async function exportAll(): Promise<string> {
  const [read] = await Promise.all([page.waitForRequest(`**/api/event_series/${series.id}**`), page.goto(`${url}${series.path}`)]);
  const { authorization = '' } = await read.allHeaders();
  const path = `/api/event_series/${series.id}/event/${series.events.first}/export?registration=all`;
  const response = await page.request.get(`${url}${path}`, { headers: { authorization } });
  expect(response.status()).toBe(200);
  return response.text();
}

test('PLC-46, IMP-28: cancelled people of an export stay cancelled, and others who were not confirmed are skipped, unless staff add them', async () => {
  const file = await exportAll();
  const { dialog, open: openDialog, choose, press, plans, did } = importInto('Safety walk, an open morning');
  await openDialog();
  await choose(file, 'everyone.csv');
  expect(await dialog().getByLabel('_registration goes to').inputValue()).toBe('_registration');
  await press('Check 29 rows');
  // The event has no waiting list.
  const carryOver = dialog().getByRole('checkbox', { name: 'Carry over: 2 stay cancelled' });
  expect(await carryOver.isChecked()).toBe(true);
  await plans(25, 0, 0, 4);
  expect(await dialog().getByText('Stays cancelled').count()).toBe(2);
  await carryOver.uncheck();
  const skip = dialog().getByRole('checkbox', { name: 'Skip 6 rows that were not confirmed' });
  expect(await skip.isChecked()).toBe(true);
  await plans(23, 0, 0, 6);
  const table = dialog().getByRole('table');
  for (const [status, count] of [
    ['waiting', 3],
    ['offered', 1],
    ['cancelled', 2],
  ] as const) {
    expect(await table.getByText(`Not confirmed: ${status}`).count()).toBe(count);
  }
  expect(await dialog().getByRole('button', { name: 'Not confirmed 6' }).getAttribute('aria-pressed')).toBe('true');
  await expectAccessibleViews(page);
  const boxes = dialog().getByRole('checkbox', { name: /^Skip line / });
  expect(await boxes.count()).toBe(6);
  expect(await boxes.and(dialog().locator(':checked')).count()).toBe(6);
  // One of them is included, and skipped again.
  await boxes.first().uncheck();
  await plans(24, 0, 0, 5);
  await boxes.first().check();
  await plans(23, 0, 0, 6);
  await skip.uncheck();
  await plans(29, 0, 0, 0);
  expect(await boxes.and(dialog().locator(':checked')).count()).toBe(0);
  await expectShown(dialog().getByText('They are added as confirmed attendees.'));
  await skip.check();
  await carryOver.check();
  await press('Add 25');
  await did(25, 0, 4, 0);
  await expectShown(
    dialog().getByText('29 rows: 23 added as confirmed, 2 added as cancelled, 3 waiting in the file and skipped, 1 not confirmed'),
  );
  const emails = (await confirmedIn(series.events.open)).map(({ email }) => email);
  expect(emails).toHaveLength(23);
  expect(emails).not.toContain('femi@oakfield.example');
  // Skipped rows can be saved as a file, which imports in the same way.
  const [download] = await Promise.all([page.waitForEvent('download'), press(/^Download these 4 rows, with reasons$/)]);
  const rejected = fs.readFileSync(await download.path(), 'utf8');
  await dialog().getByRole('button', { name: 'Done: File' }).click();
  await choose(rejected, 'skipped.csv');
  await press('Check 4 rows');
  await plans(0, 0, 0, 4);
});

test('IMP-28: people who waited in the file and get a free place are counted at the end', async () => {
  const limits = { closes_when_full: true, maximum_participants: 50, waiting_list: 'offer' } as const;
  await db.updateTable('events').set(limits).where('id', '=', series.events.open).execute();
  await rebuildCounters(db);
  const { dialog, open: openDialog, choose, press, did } = importInto('Safety walk, an open morning');
  await openDialog();
  await choose('first_name,last_name,email,_registration\nAda,Marsh,waits@oakfield.example,waiting\n', 'waiting.csv');
  await press('Check 1 row');
  await press('Add 1');
  await did(1, 0, 0, 0);
  await expectShown(dialog().getByText('1 person on the waiting list got a free place.'));
});

test('IMP-28: only people added from the file are carried over, not those who wait or have cancelled here already', async () => {
  const { dialog, open: openDialog, choose, press, did } = importInto('Fire safety, day 2');
  const file = `first_name,last_name,email,_registration\nAda,Marsh,one@new.example,waiting\nBen,Osei,two@new.example,cancelled\n`;
  await openDialog();
  await choose(file, 'states.csv');
  await press('Check 2 rows');
  const carryOver = dialog().getByRole('checkbox', { name: /^Carry over/ });
  await expectShown(dialog().getByText('Carry over: 1 joins the waiting list, 1 stays cancelled', { exact: true }));
  await press('Add 2');
  await did(2, 0, 0, 0);
  await dialog().getByRole('button', { name: 'Done: File' }).click();
  await choose(`${file}Cy,Roe,three@new.example,waiting\n`, 'states.csv');
  await press('Check 3 rows');
  await expectShown(dialog().getByText('Carry over: 1 joins the waiting list', { exact: true }));
  await carryOver.uncheck();
  await expectShown(dialog().getByText('Carry over: 1 joins the waiting list', { exact: true }));
});

/** The people waiting, in the order of the list. */
async function queued(): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_entries')
    .innerJoin('submissions', 'submissions.id', 'waiting_entries.submission_id')
    .select('email')
    .where('email', 'like', '%@queue.example')
    .orderBy('list_order')
    .execute();
  return rows.map(({ email }) => email.replace('@queue.example', ''));
}

test('IMP-28: waiting people are queued by the time of their sign-up, then those without one in file order', async () => {
  const { open: openDialog, choose, press, did } = importInto('Fire safety, day 2');
  const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;
  const rowOf = (name: string, time: string) => `Ada,Marsh,${name}@queue.example,waiting,${time}\n`;
  const newestFirst = Array.from({ length: 14 }, (_, index) => rowOf(`day${14 - index}`, dayOf(14 - index)));
  const rows = [rowOf('none1', ''), ...newestFirst, rowOf('none2', '03/04/2026')];
  await openDialog();
  await choose(`first_name,last_name,email,_registration,submitted_at\n${rows.join('')}`, 'queue.csv');
  await press('Check 16 rows');
  await press('Add 16');
  await did(16, 0, 0, 0);
  const expected = [...Array.from({ length: 14 }, (_, index) => `day${index + 1}`), 'none1', 'none2'];
  expect(await queued()).toEqual(expected);
});

test('IMP-16, IMP-28: an unreachable server stops waiting-list rows after as few timeouts as others, and they keep their order', async () => {
  const { open: openDialog, choose, press, did, says } = importInto('Fire safety, day 2');
  const names = Array.from({ length: 30 }, (_, index) => `row${index}`);
  let tries = 0;
  await page.route(ADDS, async (route) => {
    tries += 1;
    await route.abort();
  });
  await openDialog();
  const rows = names.map((name) => `Ada,Marsh,${name}@queue.example,waiting\n`);
  await choose(`first_name,last_name,email,_registration\n${rows.join('')}`, 'queue.csv');
  await press('Check 30 rows');
  await press('Add 30');
  await says(/^Too many rows failed in succession\. 0 rows were added/);
  expect(tries).toBe(3);
  await page.unrouteAll();
  await press('Import the rest');
  await did(30, 0, 0, 0);
  expect(await queued()).toEqual(names);
});

test('PLC-46: rows over the maximum are named before they are added, and added anyway', async () => {
  const { dialog, chooseRows, press, plans, did } = importInto('Fire safety, day 1');
  await chooseRows(people(8));
  await plans(8, 0, 0, 0);
  // 23 have a place and one is offered, of 30.
  await expectShown(dialog().getByText("This exceeds the maximum of 30 by 2. They'll be added anyway."));
  await expectAccessibleViews(page);
  await dialog().getByLabel('Skip line 2', { exact: true }).press('Space');
  await expectShown(dialog().getByText("This exceeds the maximum of 30 by 1. It'll be added anyway."));
  await dialog().getByLabel('Skip line 3', { exact: true }).press('Space');
  await plans(6, 0, 0, 2);
  expect(await dialog().getByText('over the maximum').count()).toBe(0);
  await dialog().getByLabel('Skip line 2', { exact: true }).press('Space');
  await press('Add 7');
  await did(7, 0, 1, 0);
  expect(await confirmedIn(series.events.first)).toHaveLength(30);
  await press('Close');
  await expectShown(page.getByRole('article', { name: 'Fire safety, day 1' }).getByText('30 of 30 places taken, 1 offered, 3 waiting'));
});

test('PLC-46: an event that is not limited has no maximum to exceed', async () => {
  await db.updateTable('events').set({ maximum_participants: 1 }).where('id', '=', series.events.open).execute();
  const { dialog, chooseRows, plans } = importInto('Safety walk, an open morning');
  await chooseRows(people(3));
  await plans(3, 0, 0, 0);
  expect(await dialog().getByText('over the maximum').count()).toBe(0);
});
