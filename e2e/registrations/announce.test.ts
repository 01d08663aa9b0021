import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chooseMore, expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { buildLimitedSeries, type LimitedSeries } from '../support/limited-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('submissions').execute();
  await db.deleteFrom('registration_changes').execute();
  series = await buildLimitedSeries(db);
  await db.updateTable('forms').set({ calendar_entries: true }).execute();
  await db.updateTable('events').set({ venue: 'The Old Mill' }).where('id', '=', series.events.first).execute();
  page = await openPage(browser, { storageState });
});

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = () => page.getByRole('article', { name: 'Fire safety, day 1' });
const changesOf = async (kind: 'announced') => db.selectFrom('registration_changes').selectAll().where('kind', '=', kind).execute();

/** Saves another venue in Edit event. */
async function changeVenue(venue = 'Harbour House'): Promise<void> {
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  await page.getByRole('textbox', { name: 'Venue', exact: true }).fill(venue);
  await button('Save').click();
}

test('ICS-14, ICS-15: after Save the dialog shows changes, mail and note, and notifies the chosen people', async () => {
  await changeVenue();
  const question = dialog('Notify 23 attendees?');
  await expectShown(question);
  await expectShown(question.getByRole('row', { name: 'Venue The Old Mill Harbour House' }));
  const mail = question.getByRole('region', { name: /^The email Person Number \d+ gets$/ });
  await expectShown(mail.getByText('Changed: Fire safety, day 1'));
  await expectShown(mail.getByText('Fire safety, day 1.ics'));
  await expectShown(mail.getByText('Venue: Harbour House (was The Old Mill)'));
  await question.getByLabel('Note').fill('Sorry.\n\nSorry.\n\nBring a coat.');
  await question.getByLabel('Note').fill('The Old Mill had a burst pipe.');
  await expectShown(mail.getByText('The Old Mill had a burst pipe.'));
  expect(await mail.getByText('Sorry.').count()).toBe(0);
  await expectAccessibleViews(page);
  await expectShown(button('Notify 27 people'));
  await question.getByLabel('Also 1 with an offer').uncheck();
  await button('Notify 26 people').click();
  await expectShown(page.getByText('Emailing 26 people.'));
  await question.waitFor({ state: 'detached' });
  const changes = await changesOf('announced');
  expect([changes.length, new Set(changes.map(({ details }) => details.note))]).toEqual([26, new Set(['The Old Mill had a burst pipe.'])]);
  await page.goto(url + series.path);
  await card().waitFor();
  expect(await card().getByText('Changed – attendees not notified').count()).toBe(0);
});

test('ICS-15, ICS-16: Not now notifies nobody, and the card keeps Notify…, by keyboard as well', async () => {
  await changeVenue();
  await expectShown(page.getByText('You can still do this later from the event card.'));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Not now');
  await page.keyboard.press('Enter');
  await dialog(/^Notify/).waitFor({ state: 'detached' });
  expect(await changesOf('announced')).toEqual([]);
  await page.goto(url + series.path);
  await expectShown(card().getByText('Changed – attendees not notified'));
  await expectAccessibleViews(page);
  await page.setViewportSize({ width: 720, height: 900 });
  const [tile, title] = [await card().getByText('Jan', { exact: true }).boundingBox(), await card().getByRole('heading').boundingBox()];
  expect(Math.abs((tile?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(6); // Beside the title, however many lines follow.
  const notify = card().getByRole('button', { name: 'Notify…' });
  await notify.focus();
  await page.keyboard.press('Enter');
  await dialog('Notify 23 attendees?').getByLabel('Note').fill('Sorry');
  // An accidental key press does not lose what was typed.
  await page.keyboard.press('Escape');
  await button('Stay').click();
  await button('Notify 27 people').click();
  await expectShown(page.getByText('Emailing 27 people.'));
  await card().getByText('Changed – attendees not notified').waitFor({ state: 'detached' });
  expect(await changesOf('announced')).toHaveLength(27);
});

test('ICS-15: after an edit of an event that is over a message says that nobody is notified, and offers to', async () => {
  const over = { starts_at: '2025-01-12T09:30:00Z', ends_at: '2025-01-12T17:00:00Z' };
  await db.updateTable('events').set(over).where('id', '=', series.events.first).execute();
  await changeVenue();
  const message = page.getByRole('alert').filter({ hasText: 'This event is over, so nobody is notified' });
  await expectShown(message);
  expect(await dialog(/^Notify/).count()).toBe(0);
  await message.getByRole('button', { name: 'Notify…' }).click();
  await expectShown(dialog('Notify 23 attendees?'));
  await button('Not now').click();
  await changeVenue('Mill House');
  await expectShown(message);
  await page.locator('main header a').first().click();
  // Well before its time has passed.
  await message.waitFor({ state: 'detached', timeout: 3_000 });
});

test('ICS-20, ICS-21: other edits ask nothing', async () => {
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  await page.getByLabel('Maximum participants').fill('40');
  await page.getByRole('switch', { name: 'Show on form' }).click();
  const saved = page.waitForResponse(/\/edit$/);
  await button('Save').click();
  await expectShown(page.getByText('Your data has been saved'));
  // Nothing is left to announce, so no dialog can open later either.
  expect((await (await saved).json()).data).not.toHaveProperty('_unannounced');
  expect(await dialog(/^Notify/).count()).toBe(0);
});

test('ICS-22: the deletion of an event that has not begun notifies people if staff choose so', async () => {
  await page.goto(url + series.path);
  await chooseMore(card(), 'Delete');
  const deletion = dialog('Delete ‘Fire safety, day 1’?');
  const choice = deletion.getByLabel('Notify 27 people that it is cancelled');
  expect(await choice.isChecked()).toBe(true);
  await deletion.getByLabel('Note').fill('The trainer is ill.');
  await expectAccessibleViews(page);
  await page.keyboard.press('Escape');
  await dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click();
  await button('Delete event').click();
  await expectShown(page.getByRole('alert').getByText('‘Fire safety, day 1’ was deleted.'));
  await expectShown(page.getByText('Emailing 27 people.'));
  const changes = await changesOf('announced');
  expect([changes.length, changes[0]?.details.note, changes[0]?.submission_id]).toEqual([27, 'The trainer is ill.', null]);
});

test('PLC-68, PLC-70: instead of its deletion an event is cancelled, with the mail and a reason in view, and reinstated', async () => {
  await page.goto(url + series.path);
  await chooseMore(card(), 'Delete');
  const deletion = dialog('Delete ‘Fire safety, day 1’?');
  await expectShown(deletion.getByText('Cancel the event instead? Its 27 people stay on record.'));
  await expectAccessibleViews(page);
  await page.route('**/change?cancelled=true', async (route) => route.fulfill({ status: 403, json: {} }));
  await deletion.getByRole('button', { name: 'Cancel event…' }).click();
  const question = dialog('Cancel ‘Fire safety, day 1’?');
  // Without knowing whom it concerns, it would notify nobody.
  await expectShown(question.getByText('Error: A proxy or firewall answered with error 403.'));
  expect(await button('Cancel event').isDisabled()).toBe(true);
  await expectAccessibleViews(page);
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Retry' }).click();
  const mail = question.getByRole('region', { name: /^The email Person Number \d+ gets$/ });
  await expectShown(mail.getByText('Event cancelled: Fire safety, day 1'));
  await question.getByLabel('Reason').fill('The trainer is ill.');
  await expectShown(mail.getByText('The trainer is ill.'));
  expect(await question.getByLabel('Notify 27 people').isChecked()).toBe(true);
  await expectAccessibleViews(page);
  await button('Cancel event').click();
  await expectShown(page.getByText('Emailing 27 people.'));
  await expectShown(card().getByText('Cancelled', { exact: true }));
  expect(new Set((await changesOf('announced')).map(({ details }) => details.note))).toEqual(new Set(['The trainer is ill.']));
  await expectAccessibleViews(page);
  await card().getByRole('link', { name: 'Edit Event' }).click();
  await expectShown(page.getByRole('main').getByText('Cancelled', { exact: true }));
  await page.goto(url + series.path);
  await chooseMore(card(), 'Delete');
  expect(await deletion.getByLabel('Notify 27 people that it is cancelled').isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await chooseMore(card(), 'Reinstate…');
  const back = dialog('Reinstate ‘Fire safety, day 1’?');
  await expectShown(back.getByText('Going ahead after all: Fire safety, day 1'));
  await back.getByLabel('Notify 27 people').uncheck();
  await button('Reinstate event').click();
  await card().getByText('Cancelled', { exact: true }).waitFor({ state: 'detached' });
  const { cancelled_at } = await db
    .selectFrom('events')
    .select('cancelled_at')
    .where('id', '=', series.events.first)
    .executeTakeFirstOrThrow();
  expect(cancelled_at).toBeNull();
});

test('ICS-22: so does that of a series, for its events that have not begun; without the tick nobody is notified', async () => {
  await db.updateTable('events').set({ starts_at: '2026-01-01T09:00:00Z', ends_at: null }).where('id', '=', series.events.full).execute();
  const openDeletion = async () => {
    await page.goto(url + series.path);
    await button('Settings').click();
    await page.getByRole('menuitem', { name: 'Delete Series' }).click();
  };
  await openDeletion();
  const deletion = dialog('Delete ‘Workplace Safety’?');
  const choice = deletion.getByLabel('Notify 41 people that it is cancelled');
  expect(await choice.isChecked()).toBe(true);
  await choice.uncheck();
  await button('Cancel').click();
  await openDeletion();
  expect(await choice.isChecked()).toBe(true);
  await choice.uncheck();
  await button('Delete series').click();
  await deletion.waitFor({ state: 'detached' });
  expect(await changesOf('announced')).toEqual([]);
});
