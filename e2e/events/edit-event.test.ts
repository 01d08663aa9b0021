import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDates } from '#admin/ui/format/dates.tsx';
import { SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, leaveAndStay } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests, sentEdits } from '../support/requests.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

let series: PicturedSeries;
let path = '';
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  path = `${series.path}/event/${series.events.full}/edit`;
  // The viewer's time zone must not matter: events are in the server's.
  page = await open(path, { timezoneId: 'America/New_York' });
  await cell('Email', 'Amara Nwosu').waitFor();
});

const cell = (column: string, name: string) => page.getByLabel(`${column} of ${name}`, { exact: true });
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const storedEvent = async () => db.selectFrom('events').selectAll().where('id', '=', series.events.full).executeTakeFirstOrThrow();
// People of the previous test's series may still be being deleted.
const storedPerson = async (email: string) =>
  db.selectFrom('submissions').selectAll().where('form_id', '=', series.id).where('email', '=', email).executeTakeFirst();

describe('the form', () => {
  test('R12, EV-3, EV-6: has the specified fields, and the attendees below them', async () => {
    for (const label of ['Title', 'Calendar ID', 'Copper tag', 'Target participants', 'Maximum participants'])
      await expectShown(field(label));
    for (const label of ['Show on form', 'Brunch event']) expect(await page.getByRole('switch', { name: label }).isChecked()).toBe(true);
    await expectShown(page.getByRole('button', { name: 'Date', exact: true }));
    const heads = page.getByRole('table', { name: 'Attendees to edit' }).getByRole('columnheader');
    expect(await heads.allInnerTexts()).toEqual(['First name', 'Last name', 'Organisation', 'Job title', 'Email', 'Marketing']);
    expect(await cell('Organisation', 'Tomasz Zieliński').inputValue()).toBe('Brightwater NHS Trust');
    expect(await cell('Marketing', 'Tomasz Zieliński').isChecked()).toBe(true);
  });

  test('USE-24, USE-26: new sign-ups are shown on request, and edited cells stay; times of sign-ups are in the events’ zone', async () => {
    await cell('Organisation', 'Amara Nwosu').fill('Typed');
    const body = newSignUp({ first_name: 'Iris', last_name: 'Newcomer', email: 'iris@example.com', events: [series.events.full] });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/api/event_series/${series.id}/submit`, { method: 'POST', headers, body: JSON.stringify(body) });
    await page.getByRole('button', { name: '1 new sign-up' }).click();
    await cell('Email', 'Iris Newcomer').waitFor();
    expect(await cell('Organisation', 'Amara Nwosu').inputValue()).toBe('Typed');
    const { submitted_at: at } = (await storedPerson('iris@example.com'))!;
    await page.goto(`${url}${series.path}?event=${series.events.full}`);
    await button('Details of Iris Newcomer').click();
    await expectShown(page.getByText(createDates('Europe/London').dayAndTime(at.toISOString())));
  });

  test('right-to-left texts have their own direction, in inputs and in the back link', async () => {
    const order = async (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).unicodeBidi);
    for (const label of ['Title', 'Address']) expect(await order(field(label))).toBe('plaintext');
    await db.updateTable('forms').set({ title: 'سلسلة (2027)' }).execute();
    await page.goto(`${url}${series.path}/edit`);
    await page.getByRole('main').getByRole('link', { name: 'سلسلة (2027)' }).locator('bdi').waitFor();
  });

  test('TOP-8, SER-10: is reached by Edit Event of the card, and its back link leads three levels up', async () => {
    await page.goto(url + series.path);
    await page.getByRole('article', { name: 'Leading through change' }).getByRole('link', { name: 'Edit Event' }).click();
    await page.waitForURL(url + path);
    await page.getByRole('link', { name: 'Leadership Essentials' }).click();
    await page.waitForURL(url + series.path);
    expect(series.path).toBe(path.split('/').slice(0, -3).join('/'));
  });

  test('EV-8: Save is disabled until a field or an attendee changes; then leaving asks first', async () => {
    expect(await button('Save').isDisabled()).toBe(true);
    await field('Copper tag').fill('change');
    expect(await button('Save').isDisabled()).toBe(false);
    await field('Copper tag').fill('');
    expect(await button('Save').isDisabled()).toBe(true);
    await cell('Job title', 'Amara Nwosu').fill('Director');
    await expectShown(page.getByText('1 attendee changed', { exact: true }));
    expect(await button('Save').isDisabled()).toBe(false);
    await leaveAndStay(page, page.getByRole('link', { name: 'Leadership Essentials' }));
    await cell('Job title', 'Amara Nwosu').press('Escape');
    expect(await cell('Job title', 'Amara Nwosu').inputValue()).toBe('Team leader');
    expect(await button('Save').isDisabled()).toBe(true);
  });
});

describe('saving', () => {
  test('EV-4, EV-5, API-93: participants and date are stored, the date in TIME_ZONE; only changes are sent', async () => {
    const sent = sentEdits(page);
    await expectShown(page.getByText('Europe/London, GMT on that day').or(page.getByText('Europe/London, BST on that day')));
    expect(await page.getByRole('button', { name: 'Date' }).first().textContent()).toMatch(/, (09|10):30$/);
    await page.getByRole('button', { name: 'Date' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Date and time' });
    await dialog.getByLabel('Hours').fill('14');
    await dialog.getByLabel('Minutes').fill('15');
    await dialog.getByRole('button', { name: 'Use this date and time' }).press('Enter');
    await field('Target participants').fill('40');
    await field('Maximum participants').fill('60');
    await expectShown(page.getByText('Shown to staff only; the form stays open.'));
    await field('Venue').fill('Town hall, room 2');
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    const event = await storedEvent();
    expect(event).toMatchObject({
      target_participants: 40,
      maximum_participants: 60,
      venue: 'Town hall, room 2',
      calendar_id: 'c_8f2k1m7q',
    });
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' });
    expect(clock.format(event.starts_at ?? undefined)).toBe('14:15');
    expect(sent).toHaveLength(1);
    expect(Object.keys(sent[0]?.body ?? {}).toSorted()).toEqual(['date', 'maximum_participants', 'target_participants', 'venue']);
    expect(sent[0]?.ifMatch).toBe('"1"');
    expect(await button('Save').isDisabled()).toBe(true);
  });

  test('EV-7: one call for each edited attendee with what changed, none for the others', async () => {
    const sent = sentEdits(page);
    await cell('Organisation', 'Tomasz Zieliński').fill('Brightwater NHS Foundation Trust');
    await cell('Marketing', 'Tomasz Zieliński').click();
    await cell('Email', 'Daniel Okafor').fill(' daniel@oakfield.example ');
    await cell('Job title', 'Amara Nwosu').fill('x');
    await cell('Job title', 'Amara Nwosu').fill('Team leader');
    await expectShown(page.getByText('2 attendees changed', { exact: true }));
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(sent.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { organisation: 'Brightwater NHS Foundation Trust', accepts_marketing: false },
        { email: 'daniel@oakfield.example' },
      ]),
    );
    expect(sent).toHaveLength(2);
    expect(sent.every(({ path: to, ifMatch }) => /\/submission\/[^/]+\/edit$/.test(to) && ifMatch === '"1"')).toBe(true);
    expect(await storedPerson('t.zielinski@brightwater.example')).toMatchObject({
      organisation: 'Brightwater NHS Foundation Trust',
      accepts_marketing: false,
    });
    expect(await storedPerson('daniel@oakfield.example')).toMatchObject({ first_name: 'Daniel' });
    expect(await cell('Email', 'Daniel Okafor').inputValue()).toBe('daniel@oakfield.example');
  });

  test('a save never looks like a remote change while the lists are reread', async () => {
    const reads: string[] = [];
    await page.route(/\/api\/event_series(\/|\?|$)/, async (route) => {
      if (route.request().method() !== 'GET') await route.continue();
      else reads.push(route.request().url());
    });
    await field('Maximum participants').fill('060');
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(reads.length).toBeGreaterThan(0);
    expect(await field('Maximum participants').inputValue()).toBe('60');
    expect(await page.getByText('Someone else saved').count()).toBe(0);
  });

  test('EV-9: Save is disabled while a save runs', async () => {
    const release = await holdRequests(page, '**/submission/*/edit');
    await cell('Job title', 'Amara Nwosu').fill('Director');
    await button('Save').click();
    expect(await button('Save').isDisabled()).toBe(true);
    await expectAccessibleViews(page);
    release();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
  });

  test('ERR-1: attendees that cannot be saved are named and keep their edits; the others are saved', async () => {
    await page.route('**/submission/*/edit', async (route) => {
      await (route.request().postData()?.includes('Matron') ? route.abort() : route.continue());
    });
    await cell('Job title', 'Amara Nwosu').fill('Director');
    await cell('Job title', 'Tomasz Zieliński').fill('Matron');
    await page.keyboard.press('Control+s');
    const note = page.getByRole('alert').filter({ hasText: SAVE_FAILED });
    await expectShown(note.getByText('Tomasz Zieliński: The server could not be reached.'));
    await expectAccessibleViews(page);
    expect(await note.getByText(/Amara/).count()).toBe(0);
    await expectShown(page.getByText('1 attendee changed', { exact: true }));
    expect(await storedPerson('amara.nwosu@kestrel.example')).toMatchObject({ job_title: 'Director' });
    await page.unrouteAll();
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await storedPerson('t.zielinski@brightwater.example')).toMatchObject({ job_title: 'Matron' });
  });

  test('an invalid cell shows its error when it loses the focus, is counted, and blocks the save', async () => {
    const sent = sentEdits(page);
    const email = cell('Email', 'Daniel Okafor');
    await email.fill('d.okafor@oakfield');
    await email.press('Tab');
    await expectShown(page.getByText('Please enter a valid email address'));
    await expectShown(page.getByText('1 attendee changed, 1 to fix'));
    await button('Save').click();
    await expectShown(page.getByRole('alert').getByText('Daniel Okafor: Please enter a valid email address'));
    await expectFocused(email);
    expect(sent).toEqual([]);
    await expectAccessibleViews(page, { fits: true });
    await email.fill('d.okafor@oakfield.example.org');
    await page.getByText('Please enter a valid email address', { exact: true }).waitFor({ state: 'detached' });
    await email.fill('d.okafor@oakfield');
    for (const keys of ['Control+Alt', 'Control+c']) await email.press(keys);
    expect(await email.getAttribute('aria-invalid')).toBe('false');
    await email.press('Control+s');
    await expectFocused(page.locator('[aria-invalid="true"]'));
    await expectShown(page.getByText('Please enter a valid email address', { exact: true }));
  });

  test('API-94, API-95: a remote change shows in its cell; the person chooses, and both people’s other cells survive', async () => {
    await db
      .updateTable('submissions')
      .set({ job_title: 'Matron', organisation: 'Elsewhere', version: 2, field_versions: '{"job_title":2,"organisation":2}' })
      .where('email', '=', 't.zielinski@brightwater.example')
      .execute();
    await cell('Job title', 'Tomasz Zieliński').fill('Sister');
    await cell('First name', 'Tomasz Zieliński').fill('Tom');
    await button('Save').click();
    await expectShown(page.getByText('Tomasz Zieliński: this has changed in the meantime'));
    await expectShown(page.getByText('Someone else saved ‘Matron’ in the meantime.'));
    expect(await cell('Job title', 'Tomasz Zieliński').inputValue()).toBe('Sister');
    expect(await cell('Organisation', 'Tomasz Zieliński').inputValue()).toBe('Elsewhere');
    await expectAccessibleViews(page);
    // Here Enter presses the button; from an input it moves to the next row.
    await button('Keep mine: Job title of Tomasz Zieliński').press('Enter');
    await page.getByText('Someone else saved').waitFor({ state: 'detached' });
    expect(await cell('Job title', 'Tomasz Zieliński').inputValue()).toBe('Sister');
    expect(await cell('Job title', 'Tomasz Zieliński').evaluate((input) => input === document.activeElement)).toBe(true);
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await storedPerson('t.zielinski@brightwater.example')).toMatchObject({
      first_name: 'Tom',
      job_title: 'Sister',
      organisation: 'Elsewhere',
    });
  });
});

describe('the table', () => {
  test('Enter and the arrows move along a column, as in a spreadsheet', async () => {
    await cell('Email', 'Amara Nwosu').press('Enter');
    await expectFocused(cell('Email', 'Tomasz Zieliński'));
    await page.keyboard.press('ArrowDown');
    await expectFocused(cell('Email', 'Priya Raman'));
    await page.keyboard.press('Shift+Enter');
    await expectFocused(cell('Email', 'Tomasz Zieliński'));
  });

  test('edits survive a search that hides their row', async () => {
    await cell('Job title', 'Amara Nwosu').fill('Director');
    await page.getByLabel('Search attendees').fill('okafor');
    await cell('Job title', 'Amara Nwosu').waitFor({ state: 'detached' });
    await expectShown(page.getByText('1 attendee changed', { exact: true }));
    await button('Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await storedPerson('amara.nwosu@kestrel.example')).toMatchObject({ job_title: 'Director' });
  });

  test('an event without attendees says so, and an unknown one too', async () => {
    await page.goto(`${url}${series.path}/event/${series.events.empty}/edit`);
    await expectShown(page.getByText('No sign-ups yet'));
    await expectAccessibleViews(page);
    await page.goto(`${url}${series.path}/event/${series.id}/edit`);
    await expectShown(page.getByRole('alert').getByText(/^Error: /));
    await expectAccessibleViews(page);
  });

  test('with many attendees only those in view are rendered, and scrolling reaches the last', async () => {
    await page.goto(`${url}${series.path}/event/${series.events.passed}/edit`);
    const table = page.getByRole('table', { name: 'Attendees to edit' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    const last = cell('Email', 'Person Number 117');
    const scroller = page.getByRole('region', { name: 'Attendees to edit' });
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return last.count();
      })
      .toBe(1);
    await expectShown(page.getByText('118 of 118 shown'));
  });
});
