import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { CLOSING_AFTER_OPENING, END_AFTER_START, WEB_ADDRESS_EXPECTED } from '#contract/events/event.ts';
import { DATE_PASSED, SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

let series: PicturedSeries;
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  await setEvent({ starts_at: '2050-01-12T09:30:00Z' });
  // The viewer's time zone must not matter: events are in the server's.
  page = await open(`${series.path}/event/${series.events.full}/edit`, { timezoneId: 'America/New_York' });
  await field('Venue').waitFor();
});

const setEvent = async (values: object) => db.updateTable('events').set(values).where('id', '=', series.events.full).execute();
const storedEvent = async () => db.selectFrom('events').selectAll().where('id', '=', series.events.full).executeTakeFirstOrThrow();
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const section = (name: string) => page.getByRole('region', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const card = () => page.getByRole('article', { name: 'Leading through change' });

/** Chooses a day of the month that the picker shows, and a time. */
async function chooseTime(label: string, day: string, [hours, minutes]: readonly [string, string], month = 'January 2050'): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Date and time' });
  await dialog.getByRole('button', { name: `${day} ${month}`, exact: true }).click();
  await dialog.getByLabel('Hours').fill(hours);
  await dialog.getByLabel('Minutes').fill(minutes);
  await dialog.getByRole('button', { name: 'Use this date and time' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('PLC-4: a typed time replaces the chosen one, also after a click into its digits', async () => {
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Date and time' });
  await dialog.getByRole('button', { name: '12 January 2050', exact: true }).click();
  await expectFocused(dialog.getByLabel('Hours'));
  await dialog.getByLabel('Hours').click();
  await page.keyboard.type('1845');
  await dialog.getByRole('button', { name: 'Use this date and time' }).click();
  await expectShown(page.getByText('Wed 12 Jan 2050, 18:45', { exact: true }));
});

test('PLC-1, PLC-4: end, place, join link and times are saved, and the card shows the end', async () => {
  await expectShown(page.getByText('Starts Wed 12 Jan 2050, 09:30 GMT'));
  await setEvent({ ends_at: '2050-01-12T12:00:00Z', opens_at: '2050-01-02T09:00:00Z', closes_at: '2050-01-11T12:00:00Z' });
  await page.reload();
  await chooseTime('End', '14', ['17', '00']);
  await chooseTime('Closes', '10', ['12', '30']);
  expect(await page.getByText(/^Starts /).count()).toBe(0);
  await field('Venue').fill('Harbour House');
  await field('Address').fill('14 Quay Street\nBristol');
  await field('Join link').fill('https://meet.example/1');
  await expectShown(page.getByText('5 unsaved changes'));
  await expectAccessibleViews(page);
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({
    ends_at: new Date('2050-01-14T17:00:00Z'),
    venue: 'Harbour House',
    venue_address: '14 Quay Street\nBristol',
    join_url: 'https://meet.example/1',
    opens_at: new Date('2050-01-02T09:00:00Z'),
    closes_at: new Date('2050-01-10T12:30:00Z'),
  });
  await page.goto(url + series.path);
  await expectShown(card().getByText('Wed 12 Jan 2050, 09:30 – Fri 14 Jan 2050, 17:00 GMT'));
});

test('PLC-2, PLC-3: mistakes are reported at their fields, and nothing typed is lost', async () => {
  await setEvent({ ends_at: '2050-01-12T12:00:00Z', opens_at: '2050-01-02T09:00:00Z', closes_at: '2050-01-11T12:00:00Z' });
  await page.reload();
  await field('Join link').fill('meet.example/1');
  await field('Address').fill('14 Quay Street');
  await save();
  await expectShown(page.getByText(WEB_ADDRESS_EXPECTED));
  await field('Join link').fill('http://meet.example/1');
  await chooseTime('End', '12', ['09', '30']);
  await chooseTime('Closes', '2', ['09', '00']);
  await save();
  await expectShown(page.locator('p', { hasText: END_AFTER_START }));
  await expectShown(section('Sign-up').getByText(CLOSING_AFTER_OPENING));
  await expectAccessibleViews(page);
  expect([await field('Join link').inputValue(), await field('Address').inputValue()]).toEqual(['http://meet.example/1', '14 Quay Street']);
  expect((await storedEvent()).version).toBe(1);
  await page.getByRole('button', { name: 'Clear closes' }).click();
  await chooseTime('End', '12', ['09', '45']);
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({
    ends_at: new Date('2050-01-12T09:45:00Z'),
    closes_at: null,
    venue_address: '14 Quay Street',
  });
});

test('PLC-2, USE-19: a date that is cleared while there is an end is refused at the end, and both can be cleared', async () => {
  await setEvent({ ends_at: '2050-01-12T12:00:00Z' });
  await page.reload();
  const clear = page.getByRole('button', { name: 'Clear date' });
  // WCAG 2.2, 2.5.8: it is inside the input, which is another target.
  expect(await clear.boundingBox()).toMatchObject({ width: 24, height: 24 });
  await clear.click();
  await save();
  await expectShown(page.locator('p', { hasText: END_AFTER_START }));
  const banner = page.getByRole('alert').filter({ hasText: SAVE_FAILED });
  await page.getByLabel('Venue').focus();
  await banner.getByRole('button', { name: END_AFTER_START }).click();
  await expectFocused(page.getByRole('button', { name: 'End', exact: true }));
  const [covering, label] = [await banner.boundingBox(), await page.locator('label', { hasText: /^End$/ }).boundingBox()];
  expect(label!.y).toBeGreaterThanOrEqual(covering!.y + covering!.height);
  await expectAccessibleViews(page);
  await page.getByRole('button', { name: 'Clear end' }).click();
  await page.context().setOffline(true);
  await save();
  await expectShown(banner.getByText('The server could not be reached.'));
  expect(await banner.getByRole('button').count()).toBe(0);
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({ starts_at: null, ends_at: null });
});

test('PLC-1: an end that a colleague has just saved is shown as text, with a choice between the two', async () => {
  await setEvent({ ends_at: '2050-01-12T12:00:00Z' });
  await page.reload();
  await chooseTime('End', '12', ['13', '00']);
  await setEvent({ ends_at: '2050-01-12T15:00:00Z', version: 2, field_versions: '{"ends_at":2}' });
  await save();
  await expectShown(page.getByText('Someone else saved Wed 12 Jan 2050, 15:00 GMT in the meantime.'));
  await page.getByRole('button', { name: 'Use theirs: End' }).press('Enter');
  await expectShown(page.getByText('All changes saved'));
});

test('PLC-5: an event that has begun but not ended has not passed, one that has ended has', async () => {
  const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
  await setEvent({ starts_at: inHours(-2), ends_at: inHours(2) });
  await page.goto(url + series.path);
  await expectShown(card());
  expect(await card().getByText(DATE_PASSED).count()).toBe(0);
  await setEvent({ ends_at: inHours(-1) });
  await page.reload();
  await expectShown(card().getByText(DATE_PASSED));
});

test('EXTRA-53: moving the date also moves the end, and the closing time, which can be undone', async () => {
  await setEvent({ ends_at: '2050-01-13T12:00:00Z', closes_at: '2050-01-10T17:00:00Z' });
  await page.reload();
  await chooseTime('Date', '20', ['10', '30']);
  await expectShown(page.getByText('3 unsaved changes'));
  await expectShown(page.getByRole('button', { name: 'End', exact: true }).filter({ hasText: 'Fri 21 Jan 2050, 13:00' }));
  const closes = (hasText: string | RegExp) => page.getByRole('button', { name: 'Closes', exact: true }).filter({ hasText });
  await expectShown(closes('Tue 18 Jan 2050, 18:00'));
  const note = page.getByText('Closes moved with the date. It was Mon 10 Jan 2050, 17:00 GMT.');
  await note.getByRole('button', { name: 'Undo' }).click();
  await expectShown(closes('Mon 10 Jan 2050, 17:00'));
  expect(await note.count()).toBe(0);
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({ starts_at: new Date('2050-01-20T10:30:00Z'), ends_at: new Date('2050-01-21T13:00:00Z') });
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear date', exact: true }).click();
  const thisMonth = new Date().toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/London' });
  await chooseTime('Date', '13', ['10', '30'], thisMonth);
  await expectShown(closes(/ 3 \w+ 20[^5]\d, 17:00/));
});

test('FACE-60, FACE-61: description, price and speakers are saved, and speakers whom a colleague chose are shown at their field', async () => {
  const [priya, tom] = [crypto.randomUUID(), crypto.randomUUID()];
  const speakers = [
    { id: priya, name: 'Priya Raman', role: null, picture: null },
    { id: tom, name: 'Tom Ellery', role: 'Coach', picture: null },
  ];
  await db
    .updateTable('forms')
    .set({ speakers: JSON.stringify(speakers) })
    .where('id', '=', series.id)
    .execute();
  await setEvent({ speakers: [crypto.randomUUID(), tom] });
  await page.reload();
  const speaker = (name: string) => section('On the form').getByRole('checkbox', { name });
  expect(await speaker('Tom Ellery').isChecked()).toBe(true);
  await field('Description').fill('How people take change');
  await field('Description').press('Control+a');
  await page.keyboard.press('Control+b');
  await field('Price').fill('£420 plus VAT');
  await speaker('Priya Raman').check();
  await expectAccessibleViews(page, { fits: true });
  await setEvent({ speakers: [], version: 2, field_versions: '{"speakers":2}' });
  await save();
  await expectShown(page.getByText('Someone else saved no speakers in the meantime.'));
  await page.getByRole('button', { name: 'Keep mine: Speakers' }).click();
  await save();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedEvent()).toMatchObject({
    description: '**How people take change**',
    price: '£420 plus VAT',
    speakers: [priya, tom],
  });
});

test('FACE-60: pasted links keep their addresses, which the plain text of a page does not have', async () => {
  const description = field('Description');
  await description.fill('See: ');
  await description.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'our venues: the venue[1], or https://x.example');
    const link = '<a href="https://northfield.example/venue">venue</a>';
    clipboardData.setData(
      'text/html',
      `<p>our venues: the ${link}<a href="#f">[1]</a>, or <a href="https://x.example">https://x.example</a></p>`,
    );
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await description.inputValue()).toBe('See: our venues: the [venue](https://northfield.example/venue)[1], or https://x.example');
  await page.keyboard.press('Control+z');
  expect(await description.inputValue()).toBe('See: ');
});
