import { beforeEach, expect, test } from 'vitest';
import { NOBODY_REMINDED } from '#contract/texts/event-mails.ts';
import { NO_MAIL_SERVER } from '#contract/texts/mailings.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { newId } from '#server/db/new-id.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { chooseDate, fillIn } from '../support/new-event.ts';
import { takeMailAway } from '../support/requests.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

let series: PicturedSeries;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
});

test('RMD-15, RMD-22, RMD-27: a series says what is sent next while typing, and after Save what is too late; a mail that is switched on has its default time', async () => {
  const starts_at = new Date(Date.now() + 3 * DAY_MS);
  await db.updateTable('events').set({ starts_at, ends_at: null }).where('id', '=', series.events.full).execute();
  const page = await open(`${series.path}/edit`);
  const section = page.getByRole('region', { name: 'Before and after an event' }).or(page.locator('#event-mails'));
  await section.getByRole('switch', { name: 'Reminder' }).waitFor();
  expect(await section.getByText('Next:').count()).toBe(0);
  await section.getByRole('switch', { name: 'Reminder' }).click();
  expect(await section.getByRole('combobox', { name: 'Reminder: when' }).inputValue()).toBe('1440');
  await expectShown(section.getByText(/^Next: the reminder of /));
  await expectAccessibleViews(page, { fits: true });
  await section.getByRole('button', { name: 'Edit the text: Reminder' }).click();
  await page.getByRole('dialog', { name: 'Reminder' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(SAVE_SUCCEEDED).waitFor();
  expect(await db.selectFrom('forms').select('reminder_minutes').where('id', '=', series.id).execute()).toEqual([
    { reminder_minutes: 1_440 },
  ]);
  expect(await page.getByText(/^It's too late/).count()).toBe(0);
  await section.getByRole('combobox', { name: 'Reminder: when' }).selectOption({ label: '1 week before' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^It's too late to send the reminder of /).waitFor();
});

test('RMD-34: if there is no feedback list, one is added in another tab, and what was typed stays; it says that only a thank-you asks', async () => {
  await db.deleteFrom('feedback_lists').execute();
  const page = await open(`${series.path}/edit`);
  await page.getByLabel('Copper tag').fill('spring');
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Add a feedback list' }).click();
  const other = await opening;
  const dialog = other.getByRole('dialog', { name: 'New feedback list' });
  await dialog.getByLabel('Title').fill('Course feedback');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  await other.close();
  await page.getByLabel('Ask for feedback').getByText('Course feedback').waitFor({ state: 'attached' });
  expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
  expect(await page.getByRole('link', { name: 'Add a feedback list' }).count()).toBe(0);
  await page.getByLabel('Ask for feedback').selectOption({ label: 'Course feedback' });
  await expectShown(page.getByText('Thank-you is off', { exact: true }));
  await page.getByRole('switch', { name: 'Thank-you' }).click();
  await page.getByText('Thank-you is off', { exact: true }).waitFor({ state: 'detached' });
});

test('RMD-22: nothing is due if the reminder of an upcoming event has passed, which differs from a series with no upcoming events', async () => {
  const setAll = async (starts_at: Date) =>
    db.updateTable('events').set({ starts_at, ends_at: null }).where('form_id', '=', series.id).execute();
  await setAll(new Date(Date.now() + 20 * HOUR_MS));
  const page = await open(`${series.path}/edit`);
  await page.getByRole('switch', { name: 'Reminder' }).click();
  await expectShown(page.getByText('Nothing is due.', { exact: true }));
  await page.getByRole('switch', { name: 'Reminder' }).click();
  await setAll(new Date(Date.now() - 2 * DAY_MS));
  await page.reload();
  await page.getByRole('switch', { name: 'Reminder' }).click();
  await expectShown(page.getByText('Nothing is due: there are no upcoming events.'));
});

test('RMD-12, RMD-27: an event that is moved after its reminder says when the next one goes out', async () => {
  const starts_at = new Date(new Date(Date.now() + 20 * HOUR_MS).setSeconds(17, 0));
  await db.updateTable('forms').set({ reminder_minutes: 1_440 }).where('id', '=', series.id).execute();
  await db.updateTable('events').set({ starts_at, ends_at: null }).where('id', '=', series.events.full).execute();
  const sent = { kind: 'reminder', for_date: starts_at, begins_at: new Date(), audience: '{}', is_written: true } as const;
  await db
    .insertInto('mailings')
    .values({ ...sent, id: newId(), form_id: series.id, event_id: series.events.full, ended_at: new Date(), counts: '{"sent":42}' })
    .execute();
  const page = await open(`${series.path}/event/${series.events.full}/edit`);
  await expectShown(page.getByText(/^Went out on .* to 42 people\.$/));
  await page.getByRole('button', { name: 'Date', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Date and time' });
  await dialog.getByLabel('Minutes').fill(String((starts_at.getMinutes() + 30) % 60));
  await dialog.getByRole('button', { name: 'Use this date and time' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).waitFor();
  await expectShown(page.getByText(/^Went out on .* to 42 people\.$/));
  await page.getByRole('button', { name: 'Discard' }).click();
  // Moved by less than a day, it is not due again.
  await db.deleteFrom('events').where('form_id', '=', series.id).where('id', '<>', series.events.full).execute();
  const moved = new Date(starts_at.getTime() + 5 * HOUR_MS);
  await db.updateTable('events').set({ starts_at: moved }).where('id', '=', series.events.full).execute();
  await page.reload();
  await expectShown(page.getByText(/^Went out on .* to 42 people\.$/));
  await page.goto(`${url}${series.path}/edit`);
  await expectShown(page.getByText('Nothing is due.', { exact: true }));
  await db.updateTable('events').set({ starts_at }).where('id', '=', series.events.full).execute();
  await page.goto(`${url}${series.path}/event/${series.events.full}/edit`);
  await db.updateTable('mailings').set({ counts: '{"sent":0}' }).where('form_id', '=', series.id).execute();
  await page.reload();
  await expectShown(page.getByText(/^Started going out on .* Nobody has it yet\.$/));
  await chooseDate(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(SAVE_SUCCEEDED).waitFor();
  await expectShown(page.getByText(/^Goes out on /));
  expect(await page.getByText(/^(?:Went|Started going) out on /).count()).toBe(0);
  await db.updateTable('mailings').set({ counts: null }).execute();
  await page.goto(`${url}${series.path}/mailings`);
  await page.getByRole('link', { name: 'Reminder', exact: true }).click();
  await page.getByRole('region', { name: 'About this mailing' }).getByRole('link').click();
  await page.waitForURL(`${url}${series.path}#event-${series.events.full}`);
});

test.each([
  ['02', '22', -20, /^Goes out on .*, once saved\.$/],
  ['22', '02', -30, /^Went out on .* to 42 people\.$/],
])(
  'RMD-12, RMD-27: an event at %s:00 that is typed as %s:00 is compared with the date that its reminder was for',
  async (saved, typed, hours, words) => {
    const starts_at = new Date(`${new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10)}T${saved}:00Z`);
    const for_date = new Date(starts_at.getTime() + hours * HOUR_MS);
    await db.updateTable('forms').set({ reminder_minutes: 1_440 }).where('id', '=', series.id).execute();
    await db.updateTable('events').set({ starts_at, ends_at: null }).where('id', '=', series.events.full).execute();
    const sent = { kind: 'reminder', for_date, begins_at: new Date(), audience: '{}', is_written: true } as const;
    await db
      .insertInto('mailings')
      .values({ ...sent, id: newId(), form_id: series.id, event_id: series.events.full, ended_at: new Date(), counts: '{"sent":42}' })
      .execute();
    const page = await open(`${series.path}/event/${series.events.full}/edit`);
    await page.getByRole('button', { name: 'Date', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Date and time' });
    await dialog.getByLabel('Hours').fill(typed);
    await dialog.getByRole('button', { name: 'Use this date and time' }).press('Enter');
    await expectShown(page.getByText(words));
  },
);

test('RMD-15: an event that is added after the time of its reminder says that it is too late, with nobody to write to', async () => {
  await db
    .updateTable('forms')
    .set({ reminder_minutes: (56 * DAY_MS) / MINUTE_MS })
    .where('id', '=', series.id)
    .execute();
  const page = await open(`${series.path}/add`);
  await fillIn(page);
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expectShown(page.getByText("It's too late to send the reminder of ‘Giving feedback that works’."));
  await expectShown(page.getByRole('button', { name: 'Undo' }));
  expect(await page.getByRole('button', { name: 'Write to them…' }).count()).toBe(0);
});

test('RMD-5, RMD-15, RMD-23: an event has its own time and note, and says what is too late', async () => {
  const starts_at = new Date(Date.now() + 20 * HOUR_MS);
  await db.updateTable('events').set({ starts_at, ends_at: null }).where('id', '=', series.events.full).execute();
  const page = await open(`${series.path}/event/${series.events.full}/edit`);
  const reminder = page.getByRole('combobox', { name: 'Reminder' });
  await reminder.waitFor();
  await page.getByRole('combobox', { name: 'Starting soon' }).selectOption({ label: '3 hours before' });
  await expectShown(page.getByText(/^Goes out on .*, once saved\.$/));
  await reminder.selectOption({ label: '1 day before' });
  await expectShown(page.getByText('Too late to send.'));
  await page.getByRole('textbox', { name: 'Add to the reminders' }).fill('Bring boots.');
  await expectAccessibleViews(page, { fits: true });
  await page.getByRole('button', { name: 'Save' }).click();
  const late = page.getByText(/^It's too late to send the reminder of /);
  await late.waitFor();
  await reminder.selectOption({ label: '2 days before' });
  const again = page.waitForResponse((response) => response.request().method() !== 'GET' && response.url().includes('/event/'));
  await page.getByRole('button', { name: 'Save' }).click();
  await (await again).finished();
  await page.getByText('All changes saved').waitFor();
  expect(await late.count()).toBe(1);
  await page.getByRole('button', { name: 'Write to them…' }).click();
  await page.getByRole('heading', { name: 'Write to attendees', level: 1 }).waitFor();
  await page
    .getByRole('group', { name: 'Events' })
    .getByRole('button', { name: /^Remove / })
    .waitFor();
  const saved = await db.selectFrom('events').selectAll().where('id', '=', series.events.full).executeTakeFirstOrThrow();
  expect(saved).toMatchObject({
    reminder_minutes: 2_880,
    starting_soon_minutes: 180,
    thank_you_minutes: null,
    reminder_note: 'Bring boots.',
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  await db
    .updateTable('events')
    .set({ starts_at: hoursAgo(30), ends_at: hoursAgo(28) })
    .where('id', '=', series.events.full)
    .execute();
  await db
    .updateTable('registrations')
    .set({ attended_at: hoursAgo(29) })
    .where(
      'submission_id',
      '=',
      db
        .selectFrom('registrations')
        .select('submission_id')
        .where('event_id', '=', series.events.full)
        .where('status', '=', 'confirmed')
        .limit(1),
    )
    .execute();
  await page.goto(new URL(`${series.path}/edit`, page.url()).href);
  await page.getByRole('switch', { name: 'Thank-you' }).click();
  await page.getByRole('combobox', { name: 'Thank-you: when' }).selectOption({ label: '2 days after' });
  await expectShown(page.getByText(/^Next: the thank-you of .* to 1 person\.$/));
  // A walk-in without an address gets no mail.
  const nameless = { events: [series.events.full], email: '', email_key: newId(), awaiting_fan_out: false };
  const walkIn = await buildSignUp(db, { form_id: series.id }, nameless);
  await db
    .updateTable('registrations')
    .set({ attended_at: hoursAgo(29) })
    .where('submission_id', '=', walkIn)
    .execute();
  await page.reload();
  await page.getByRole('switch', { name: 'Thank-you' }).click();
  await page.getByRole('combobox', { name: 'Thank-you: when' }).selectOption({ label: '2 days after' });
  await expectShown(page.getByText(/^Next: the thank-you of .* to 1 person\.$/));
  await page.goto(new URL(`${series.path}/event/${series.events.full}/edit`, page.url()).href);
  await page.getByRole('combobox', { name: 'Thank-you' }).selectOption({ label: '1 day after' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^It's too late to send the thank-you of /).waitFor();
  await page.getByRole('button', { name: 'Write to them…' }).click();
  await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^Came/, pressed: true }).waitFor();
});

test('RMD-15: what is too late is not said again when something else is saved, also the time of another mail', async () => {
  const times = { starts_at: new Date(Date.now() + 20 * HOUR_MS), ends_at: null, reminder_minutes: DAY_MS / MINUTE_MS };
  await db.updateTable('events').set(times).where('id', '=', series.events.full).execute();
  const page = await open(`${series.path}/event/${series.events.full}/edit`);
  await page.getByRole('combobox', { name: 'Thank-you' }).selectOption({ label: '1 day after' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await page.getByText(/^It's too late/).count()).toBe(0);
});

test('RMD-26, MLG-33: without mail on the server series, event and mailing say that nothing is sent', async () => {
  const page = await open('/home');
  await takeMailAway(page);
  const { path, events } = series;
  const audience = JSON.stringify({ events: 'all' });
  for (const [at, words] of [
    [`${path}/edit`, NOBODY_REMINDED],
    [`${path}/event/${events.full}/edit`, NOBODY_REMINDED],
    [`${path}/mailings/new?audience=${encodeURIComponent(audience)}`, NO_MAIL_SERVER],
  ] as const) {
    await page.goto(new URL(at, page.url()).href);
    await page.getByText(words).waitFor();
  }
  const send = page.getByRole('button', { name: /^Send to \d+ people…$/ });
  await send.waitFor();
  expect(await send.isDisabled()).toBe(true);
  await expectAccessibleViews(page);
});
