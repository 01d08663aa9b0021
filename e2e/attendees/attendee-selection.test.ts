import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { MARKED_MAX } from '#contract/attendees/audience.ts';
import { expectAccessible, expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, url, page, series, row, names, table, openTable, openAttendee } = await startAttendeeScreen();

const box = (name: string) => page().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const allBox = () => page().getByRole('checkbox', { name: 'Select all loaded attendees' });
const bar = () => page().getByRole('region', { name: 'Selected attendees' });
const dialog = (title: string) => page().getByRole('dialog', { name: title });
const placesLeft = async () =>
  db.selectFrom('registrations').select('submission_id').where('event_id', '=', series().events.full).execute();

describe('choosing attendees', () => {
  test('the selection bar replaces search and filters and shows the number; Clear brings them back', async () => {
    await openTable();
    await box('Daniel Okafor').check();
    await box('Helen Armitage').check();
    await expectShown(bar().getByText('2 selected'));
    expect(await page().getByRole('searchbox', { name: 'Search attendees' }).count()).toBe(0);
    expect(await allBox().evaluate((input) => input instanceof HTMLInputElement && input.indeterminate)).toBe(true);
    const opened = page().getByRole('button', { name: /^Details of/, expanded: true });
    expect(await opened.count()).toBe(0);
    await expectAccessibleViews(page());
    await bar().getByRole('button', { name: 'Clear' }).click();
    await expectShown(page().getByRole('searchbox', { name: 'Search attendees' }));
    expect(await box('Daniel Okafor').isChecked()).toBe(false);
    await expect.poll(async () => page().evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
  });

  test('Shift selects a range downwards and upwards; the checkbox in the header selects all loaded rows, and then none', async () => {
    await openTable();
    const order = await names();
    await box(order[1]!).click();
    await box(order[3]!).click({ modifiers: ['Shift'] });
    await expectShown(bar().getByText('3 selected'));
    await bar().getByRole('button', { name: 'Clear' }).click();
    await box(order[3]!).click();
    await box(order[1]!).click({ modifiers: ['Shift'] });
    await expectShown(bar().getByText('3 selected'));
    await bar().getByRole('button', { name: 'Clear' }).click();
    await box(order[1]!).press('Space');
    // As in Firefox, where the click that Space makes is without Shift.
    await box(order[3]!).dispatchEvent('keydown', { key: ' ', shiftKey: true });
    await box(order[3]!).dispatchEvent('click');
    await expectShown(bar().getByText('3 selected'));
    await allBox().check();
    await expectShown(bar().getByText('8 selected'));
    await allBox().uncheck();
    await bar().waitFor({ state: 'detached' });
  });

  test('Shift selects only one row once the previously selected row has left the list', async () => {
    await openTable();
    await box('Daniel Okafor').click();
    await bar().getByRole('button', { name: 'Delete 1 submission' }).click();
    await dialog("Delete Daniel Okafor's submission?").getByRole('button', { name: 'Delete submission' }).click();
    await bar().waitFor({ state: 'detached' });
    await box('Amara Nwosu').click({ modifiers: ['Shift'] });
    await expectShown(bar().getByText('1 selected'));
  });

  test('USE-54: in a partly loaded list Select all includes rows that are not loaded', async () => {
    const { id, events } = series();
    await addAttendees(
      db,
      id,
      [events.empty],
      Array.from({ length: 120 }, (_, index) => ({ first_name: 'Row', last_name: `${index}`, email: `row.${index}@rows.example` })),
    );
    await page().goto(`${url}${series().path}?event=${events.empty}`);
    await page().getByRole('table', { name: 'Attendees of Difficult conversations, an open morning' }).waitFor();
    await box('Row 0').check();
    let reads = 0;
    page().on('request', (request) => (reads += Number(request.url().includes('limit=500'))));
    await bar().getByRole('button', { name: 'Select all 120' }).click();
    await expectShown(bar().getByText('120 selected'));
    await bar().getByRole('button', { name: 'Delete 120 submissions' }).click();
    expect(reads).toBe(1);
    await dialog('Delete 120 submissions?').getByRole('button', { name: 'Delete 120 submissions' }).click();
    // A hundred calls take a while on a busy machine.
    await page().getByRole('heading', { name: 'No sign-ups yet' }).waitFor({ timeout: 45_000 });
  });

  test('MLG-3: if more people are selected than can be named one by one, the whole list is written to', async () => {
    const { id, events } = series();
    const rows = Array.from({ length: MARKED_MAX + 1 }, (_, index) => ({
      first_name: 'Row',
      last_name: `${index}`,
      email: `row.${index}@rows.example`,
    }));
    await addAttendees(db, id, [events.empty], rows);
    await page().goto(`${url}${series().path}?event=${events.empty}`);
    await page().getByRole('table', { name: 'Attendees of Difficult conversations, an open morning' }).waitFor();
    await allBox().check();
    await bar().getByRole('button', { name: 'Select all 1,001' }).click();
    const href = await bar().getByRole('link', { name: 'Write to 1,001…' }).getAttribute('href');
    const audience = new URL(href ?? '', url).searchParams.get('audience') ?? '';
    expect(JSON.parse(audience)).toEqual({ events: [events.empty], statuses: ['confirmed'] });
  });

  test('USE-54: Select all selects nobody once another list is shown', async () => {
    const { id, events } = series();
    const people = (brunch: string) =>
      Array.from({ length: 3 }, (_, index) => ({ first_name: brunch, last_name: `${index}`, answers: { brunch } }));
    await addAttendees(db, id, [events.empty], [...people('Fish'), ...people('Porridge')]);
    await page().goto(`${url}${series().path}?event=${events.empty}&answers={"brunch":"Fish"}`);
    await box('Fish 0').check();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page().route(/limit=500/, async (route) => released.then(async () => route.continue()));
    const answered = page().waitForResponse(/limit=500/);
    await bar().getByRole('button', { name: 'Select all 3' }).click();
    await page()
      .getByRole('button', { name: /Brunch.*Fish/ })
      .first()
      .click();
    await box('Porridge 0').waitFor();
    release();
    await answered;
    await page().unroute(/limit=500/);
    expect(await bar().count()).toBe(0);
    await box('Porridge 0').check();
    await expectShown(bar().getByText('1 selected'));
  });

  test('keeps the selection when the order changes, by keyboard alone', async () => {
    await openTable();
    await box('Yusuf Demir').focus();
    await page().keyboard.press('Space');
    await page().getByRole('columnheader', { name: 'Email' }).getByRole('button').press('Enter');
    await expect.poll(async () => (await names())[0]).toBe('Amara Nwosu');
    expect(await box('Yusuf Demir').isChecked()).toBe(true);
    await expectShown(bar().getByText('1 selected'));
  });
});

describe('exporting the selection', () => {
  test('EXP-1: the file has only the selected attendees, in the order of the list, and the selection stays', async () => {
    await openTable();
    await page().getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
    await expect.poll(async () => (await names())[0]).toBe('Amara Nwosu');
    await box('Tomasz Zieliński').check();
    await box('Daniel Okafor').check();
    const file = await exportBy(bar().getByRole('button', { name: 'Export', exact: true }));
    expect(file.suggestedFilename()).toMatch(/^Leading through change - .+ - \d\d-\d\d-\d{4}\.csv$/);
    const { data } = Papa.parse<Record<string, string>>(await readFile(await file.path(), 'utf8'), { header: true, skipEmptyLines: true });
    expect(data.map((person) => person.email)).toEqual(['d.okafor@oakfield.example', 't.zielinski@brightwater.example']);
    await expectShown(bar().getByText('2 selected'));
  });

  test('a searched list is exported with only the matching people', async () => {
    await openTable();
    await page().getByRole('searchbox', { name: 'Search attendees' }).fill('okafor');
    const file = await exportBy(page().getByRole('button', { name: 'Export 1 attendee' }));
    const { data } = Papa.parse<Record<string, string>>(await readFile(await file.path(), 'utf8'), { header: true, skipEmptyLines: true });
    expect(data.map((person) => person.email)).toEqual(['d.okafor@oakfield.example']);
  });

  test('EXP-1: a failure says so, and the next attempt saves the file', async () => {
    await openTable();
    await box('Daniel Okafor').check();
    await page().route('**/export?*', async (route) => route.abort());
    await bar().getByRole('button', { name: 'Export', exact: true }).click();
    const go = page().getByRole('dialog').getByRole('button', { name: 'Export', exact: true });
    await go.click();
    await expectShown(page().getByRole('alert').getByText('The export failed.'));
    await page().unrouteAll();
    const comes = page().waitForEvent('download');
    await go.click();
    expect(await (await comes).failure()).toBeNull();
  });
});

describe('writing to the selection', () => {
  test('D43: one link in blind copy, each address once', async () => {
    await openTable();
    for (const twin of await box('Siân Prosser').all()) await twin.check();
    await box('Helen Armitage').check();
    await expectShown(bar().getByText('3 selected'));
    const link = bar().getByRole('link', { name: 'Email', exact: true });
    expect(await link.getAttribute('href')).toBe('mailto:?bcc=sian.prosser@llanfair.example,helen@armitage.example');
  });

  test('D43: the link has the corrected address of someone corrected after selection', async () => {
    await openAttendee('Helen Armitage');
    await box('Helen Armitage').check();
    await page().getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page().getByRole('form', { name: 'Edit Helen Armitage' });
    await form.getByLabel('Email').fill('h.armitage@example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const link = bar().getByRole('link', { name: 'Email', exact: true });
    await expect.poll(async () => link.getAttribute('href')).toBe('mailto:?bcc=h.armitage@example.com');
  });

  test('D43: more addresses than fit in a link can be copied, or written to in batches', async () => {
    const { id, events } = series();
    const addresses = Array.from({ length: 60 }, (_, index) => `a.rather.long.address.number.${index}@rows.example`);
    await addAttendees(
      db,
      id,
      [events.full],
      addresses.map((email) => ({ email, submitted_at: new Date() })),
    );
    await openTable();
    await allBox().check();
    await expectShown(bar().getByText('68 selected'));
    await bar().getByRole('button', { name: 'Email', exact: true }).click();
    const asked = dialog('Email 68 attendees of ‘Leading through change’');
    const typed = await asked.getByLabel('Addresses (paste into Bcc)').inputValue();
    expect(typed.split(', ')).toHaveLength(67);
    expect(await asked.getByRole('link', { name: /^Addresses \d+ to \d+$/ }).count()).toBeGreaterThan(1);
    await expectAccessibleViews(page());
    await asked.getByRole('button', { name: 'Close' }).click();
    await asked.waitFor({ state: 'detached' });
    await expectShown(bar().getByText('68 selected'));
  });
});

describe('deleting the selection', () => {
  test('STATE-5: says what is lost and whose it is; once confirmed, they are deleted and all counts change', async () => {
    const { id, events } = series();
    await addAttendees(db, id, [events.full, events.empty], [{ first_name: 'In', last_name: 'Both', submitted_at: new Date() }]);
    await openTable();
    await box('In Both').check();
    await box('Daniel Okafor').check();
    await bar().getByRole('button', { name: 'Delete 2 submissions' }).click();
    const asked = dialog('Delete 2 submissions?');
    await expect
      .poll(async () => asked.getByRole('note').textContent())
      .toBe(
        'In Both and Daniel Okafor will be removed from ‘Leading through change’. 1 of them stays in other events; the answers of the other one will be deleted too.',
      );
    await expectAccessibleViews(page());
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await placesLeft()).toHaveLength(9);
    await bar().getByRole('button', { name: 'Delete 2 submissions' }).click();
    await asked.getByRole('button', { name: 'Delete 2 submissions' }).click();
    await asked.waitFor({ state: 'detached' });
    await expectShown(page().getByText('7 of 7 shown'));
    expect(await row('Daniel Okafor').count()).toBe(0);
    expect(await placesLeft()).toHaveLength(7);
    await expectShown(page().getByRole('button', { name: 'All 7', exact: true }));
    await expectShown(page().getByRole('button', { name: 'Marketing no 5', exact: true }));
    const kept = await db.selectFrom('registrations').select('event_id').where('event_id', '=', events.empty).execute();
    expect(kept).toHaveLength(1);
    await expect.poll(async () => page().evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
  });

  test('attendees that could not be deleted are named with the reason, stay selected, and can be retried', async () => {
    await openTable();
    const attendees = db.selectFrom('submissions').select('id').where('form_id', '=', series().id);
    const tomasz = await attendees.where('last_name', '=', 'Zieliński').executeTakeFirstOrThrow();
    const blocked = `**/submission/${tomasz.id}/delete`;
    await page().route(blocked, async (route) => route.abort());
    await box('Tomasz Zieliński').check();
    await box('Priya Raman').check();
    await bar().getByRole('button', { name: 'Delete 2 submissions' }).click();
    await dialog('Delete 2 submissions?').getByRole('button', { name: 'Delete 2 submissions' }).click();
    const again = dialog("Delete Tomasz Zieliński's submission?");
    await again.getByText('1 submission was not deleted. Tomasz Zieliński: The server could not be reached.').waitFor();
    expect(await row('Priya Raman').count()).toBe(0);
    await expectAccessibleViews(page());
    await page().unroute(blocked);
    await again.getByRole('button', { name: 'Delete submission' }).click();
    await expectShown(page().getByText('6 of 6 shown'));
    expect(await placesLeft()).toHaveLength(6);
  });

  test('with the last attendee the list says that it is empty', async () => {
    await openTable();
    await allBox().check();
    await bar().getByRole('button', { name: 'Delete 8 submissions' }).click();
    await dialog('Delete 8 submissions?').getByRole('button', { name: 'Delete 8 submissions' }).click();
    await expectShown(page().getByRole('heading', { name: 'No sign-ups yet' }));
    await expect.poll(async () => page().getByRole('dialog').count()).toBe(0);
    expect(await placesLeft()).toEqual([]);
  });

  test('on a phone rows are cards that can be selected too', async () => {
    await page().setViewportSize(PHONE);
    await openTable();
    await box('Daniel Okafor').check();
    await expectShown(bar().getByText('1 selected'));
    expect((await bar().boundingBox())?.width).toBeLessThanOrEqual(PHONE.width);
    expect(await table().evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expectAccessible(page());
  });
});
