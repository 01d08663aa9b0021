import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { purgeAnnouncements } from '#server/events/announcements.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { removeNextPart } from '#server/registrations/deletions.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest, buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { inWrite, writesTo } from '#server/testing/writes.ts';

const { server, db, smtp } = await createServerWithWorker();

const DETAILS = { title: 'Fire safety', starts_at: '2050-01-11T09:00:00Z', venue: 'The Old Mill', calendar_sequence: 3 };

const CONFIRMED = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello' };
const buildCalendarSeries = async (settings: object = CONFIRMED) =>
  buildSeries(db, { title: 'Spring', calendar_entries: true, ...settings });
const signUpFor = async (seriesId: string, events: string[], email: string) =>
  buildSignUp(db, { form_id: seriesId }, { events, email, awaiting_fan_out: false });
const deleteEvent = async (seriesId: string, eventId: string, body?: object) =>
  (await server.post(`/event_series/${seriesId}/event/${eventId}/delete`, body)).body.data;
const deleteSeries = async (seriesId: string, body?: object) => (await server.post(`/event_series/${seriesId}/delete`, body)).body.data;
const recipients = () => smtp.mails.flatMap((mail) => mail.recipients).toSorted();
const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.recipients.includes(address));

describe('the deletion of an event', () => {
  test('ICS-22, ICS-23: notifies each person by mail with the note, and cancels the calendar entry of confirmed ones after the rows were deleted', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, DETAILS);
    const other = await buildEvent(db, seriesId, { ...DETAILS, title: 'First aid' });
    const ada = await signUpFor(seriesId, [eventId], 'ada@example.com');
    await signUpFor(seriesId, [eventId, other], 'bea@example.com');
    const added = await signUpFor(seriesId, [eventId], 'added-by-staff@example.com');
    await db.updateTable('submissions').set({ is_added_by_staff: true, asks_for: 0 }).where('id', '=', added).execute();
    for (const [status, email, order] of [
      ['waiting', 'cleo@example.com', 1],
      ['offered', 'dora@example.com', 2],
      ['cancelled', 'eve@example.com', 3],
    ] as const)
      await setRegistration(db, { seriesId, eventId, submissionId: await signUpFor(seriesId, [eventId], email) }, status, order);
    await inWrite(db, async (w) => {
      const change = { seriesId, submissionId: ada, eventId, actor: 'staff', details: { tell: false } } as const;
      await recordChanges(w, [
        { ...change, kind: 'cancelled' },
        { ...change, kind: 'restored' },
      ]);
    });
    expect((await server.get(`/event_series/${seriesId}/event/${eventId}/losses`)).body.data).toEqual({
      submissions_lost: 5,
      submissions_kept: 1,
      to_tell: 5,
    });
    expect(await deleteEvent(seriesId, eventId, { tell: true, note: 'The trainer is ill.' })).toEqual({
      id: eventId,
      submissions_deleted: 5,
      told: 5,
    });
    expect(await db.selectFrom('submissions').select('email').execute()).toEqual([{ email: 'bea@example.com' }]);
    await atRest(db);
    const withoutEntry = ['added-by-staff@example.com', 'cleo@example.com', 'dora@example.com'];
    expect(recipients()).toEqual(['ada@example.com', 'bea@example.com', ...withoutEntry].toSorted());
    const [mail] = mailsTo('ada@example.com');
    expect(mail?.parsed).toMatchObject({ subject: 'Event cancelled: Fire safety', from: { address: 'team@example.com' } });
    expect(mail?.parsed.text).toMatch(
      /^Hello Ada,\n\nWe're sorry, but this event has been cancelled:\n\nFire safety\n.*\n\nThe trainer is ill\.\n\n-- \n/s,
    );
    const entry = {
      method: 'CANCEL',
      start: '2050-01-11T09:00:00Z',
      uid: eventId,
      sequence: 6,
      summary: 'Fire safety',
      status: 'CANCELLED',
      location: 'The Old Mill',
    };
    for (const address of ['ada@example.com', 'bea@example.com']) {
      const files = await filesOf(mailsTo(address)[0]!.raw);
      expect(files.map(({ filename }) => filename)).toContain('Fire safety.ics');
      expect(readEntry(files[0]!.content)).toEqual(entry);
    }
    for (const address of withoutEntry) expect(await filesOf(mailsTo(address)[0]!.raw)).toEqual([]);
  });

  test.each([undefined, {}, { tell: false, note: 'x' }])(
    'ICS-22: without it nobody is notified, and the answer is the usual one: %j',
    async (body) => {
      const seriesId = await buildCalendarSeries();
      const eventId = await buildEvent(db, seriesId, DETAILS);
      await signUpFor(seriesId, [eventId], 'ada@example.com');
      expect(await deleteEvent(seriesId, eventId, body)).toEqual({ id: eventId, submissions_deleted: 1 });
      await atRest(db);
      expect([smtp.mails, await db.selectFrom('announcements').selectAll().execute()]).toEqual([[], []]);
    },
  );

  test('ICS-22: nobody is notified about an event that has begun; a note that is too long is refused', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, { ...DETAILS, starts_at: '2026-01-01T09:00:00Z' });
    await signUpFor(seriesId, [eventId], 'ada@example.com');
    const url = `/event_series/${seriesId}/event/${eventId}`;
    expect((await server.get(`${url}/losses`)).body.data.to_tell).toBe(0);
    const refused = { status: 422, body: { errors: [{ path: 'note', message: 'Please use at most 1,000 characters' }] } };
    expect(await server.post(`${url}/delete`, { tell: true, note: 'x'.repeat(1_001) })).toMatchObject(refused);
    expect(await deleteEvent(seriesId, eventId, { tell: true })).toEqual({ id: eventId, submissions_deleted: 1, told: 0 });
    await atRest(db);
    expect(smtp.mails).toEqual([]);
  });

  test.each([
    ['email_from', null, CONFIRMED, 0],
    ['email_subject', null, CONFIRMED, 0],
    ['email_template', null, CONFIRMED, 0],
    ['email_template', CONFIRMED, null, 2],
  ] as const)(
    'ICS-23: the entry is cancelled where a confirmation brought it, whatever is set later: %s, %j, %j',
    async (name, ofSignUp, ofDeletion, files) => {
      const seriesId = await buildCalendarSeries({ ...CONFIRMED, [name]: ofSignUp?.[name] ?? null });
      const eventId = await buildEvent(db, seriesId, DETAILS);
      await signUpFor(seriesId, [eventId], 'ada@example.com');
      await db
        .updateTable('forms')
        .set({ [name]: ofDeletion?.[name] ?? null })
        .where('id', '=', seriesId)
        .execute();
      await deleteEvent(seriesId, eventId, { tell: true });
      await atRest(db);
      expect(await filesOf(mailsTo('ada@example.com')[0]!.raw)).toHaveLength(files);
    },
  );

  test('ICS-22: an undated event is announced without a file', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, { title: 'Soon' });
    await signUpFor(seriesId, [eventId], 'ada@example.com');
    await deleteEvent(seriesId, eventId, { tell: true });
    await atRest(db);
    expect(await filesOf(mailsTo('ada@example.com')[0]!.raw)).toEqual([]);
  });

  test('ICS-23: many people are notified part by part as their rows are deleted, each once, even if the series is deleted in the meantime', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, DETAILS);
    const addresses = Array.from({ length: 600 }, (_, index) => `p${index}@example.com`);
    for (const email of addresses) await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email, awaiting_fan_out: false });
    expect(await deleteEvent(seriesId, eventId, { tell: true })).toMatchObject({ told: 600 });
    expect(await deleteSeries(seriesId)).toEqual({ id: seriesId });
    while (await removeNextPart(writesTo({ db })));
    await atRest(db, 60_000);
    expect(recipients()).toEqual(addresses.toSorted());
  }, 90_000);
});

describe('the deletion of a series', () => {
  test('ICS-22, ICS-23: announces each event that has not begun, with the texts of the series', async () => {
    const seriesId = await buildCalendarSeries();
    await db
      .insertInto('form_mails')
      .values({ form_id: seriesId, kind: 'event_cancelled', subject: 'No %EVENT% of %SERIES%', template: 'Sorry %FNAME%. %NOTE%' })
      .execute();
    const [one, two, past] = [
      await buildEvent(db, seriesId, DETAILS),
      await buildEvent(db, seriesId, { ...DETAILS, title: 'First aid' }),
      await buildEvent(db, seriesId, { title: 'Past', starts_at: '2026-01-01' }),
    ];
    await signUpFor(seriesId, [one, two, past], 'ada@example.com');
    await signUpFor(seriesId, [past], 'bea@example.com');
    expect((await server.get(`/event_series/${seriesId}/losses`)).body.data).toMatchObject({ events: 3, submissions: 2, to_tell: 2 });
    expect(await deleteSeries(seriesId, { tell: true, note: 'We close.' })).toEqual({ id: seriesId, told: 2 });
    await atRest(db);
    expect(new Set(smtp.mails.map(({ parsed }) => parsed.subject))).toEqual(
      new Set(['No Fire safety of Spring', 'No First aid of Spring']),
    );
    expect(mailsTo('ada@example.com')[0]?.parsed.text).toMatch(/^Sorry Ada\. We close\.\n/);
    const uids = await Promise.all(mailsTo('ada@example.com').map(async ({ raw }) => readEntry((await filesOf(raw))[0]!.content)));
    expect(new Set(uids.map((entry) => `${String(entry.method)} ${String(entry.uid)}`))).toEqual(
      new Set([`CANCEL ${one}`, `CANCEL ${two}`]),
    );
  });

  test('ICS-22: announces no event whose cancellation was announced already, but one whose was not', async () => {
    const seriesId = await buildCalendarSeries();
    for (const tell of [true, false]) {
      const eventId = await buildEvent(db, seriesId, { ...DETAILS, title: tell ? 'Told' : 'Untold' });
      await signUpFor(seriesId, [eventId], 'ada@example.com');
      await server.post(`/event_series/${seriesId}/event/${eventId}/cancel`, { tell, note: null });
    }
    await atRest(db);
    expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['Event cancelled: Told']);
    expect((await server.get(`/event_series/${seriesId}/losses`)).body.data.to_tell).toBe(1);
    expect(await deleteSeries(seriesId, { tell: true })).toMatchObject({ told: 1 });
    await atRest(db);
    expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['Event cancelled: Told', 'Event cancelled: Untold']);
  });
});

test.each([
  ['event', async (seriesId: string, eventId: string) => deleteEvent(seriesId, eventId, { tell: true })],
  ['series', async (seriesId: string) => deleteSeries(seriesId, { tell: true })],
])('ICS-12: a deleted %s without confirmations removes the entry only of people to whom another mail brought it', async (_, remove) => {
  const seriesId = await buildCalendarSeries();
  await db.updateTable('forms').set({ email_template: null }).where('id', '=', seriesId).execute();
  const eventId = await buildEvent(db, seriesId, DETAILS);
  await signUpFor(seriesId, [eventId], 'ada@example.com');
  const change = { seriesId, eventId, submissionId: await signUpFor(seriesId, [eventId], 'bea@example.com') } as const;
  const [id] = await inWrite(db, (w) => recordChanges(w, [{ ...change, kind: 'promoted', actor: 'automatic', details: { tell: false } }]));
  const sent = { submission_id: change.submissionId, change_id: id, step: 'email', state: 'succeeded' } as const;
  await db.insertInto('submission_steps').values(sent).execute();
  expect(await remove(seriesId, eventId)).toMatchObject({ told: 2 });
  await atRest(db);
  const filesTo = async (address: string) => (await filesOf(mailsTo(address)[0]!.raw)).map(({ content }) => readEntry(content).method);
  expect([await filesTo('ada@example.com'), await filesTo('bea@example.com')]).toEqual([[], ['CANCEL', 'CANCEL']]);
});

test('ICS-12: the mail about a removed date has a file only for people to whom a mail brought the entry', async () => {
  const seriesId = await buildCalendarSeries();
  const eventId = await buildEvent(db, seriesId, DETAILS);
  const added = { events: [eventId], email: 'added@example.com', awaiting_fan_out: false, is_added_by_staff: true };
  await buildSignUp(db, { form_id: seriesId }, added);
  for (const [date, method] of [
    [null, undefined],
    ['2050-01-12T09:30:00Z', 'REQUEST'],
    [null, 'CANCEL'],
  ]) {
    smtp.mails.length = 0;
    const url = `/event_series/${seriesId}/event/${eventId}`;
    await server.post(`${url}/edit`, { date });
    await server.post(`${url}/change/tell`, { audience: ['confirmed'] }, { headers: { 'idempotency-key': randomUUID() } });
    await atRest(db);
    const [file] = await filesOf(mailsTo(added.email)[0]!.raw);
    expect(file && readEntry(file.content).method).toBe(method);
  }
});

describe('the data for the mails about a deletion', () => {
  const detailsOf = async () => (await db.selectFrom('registration_changes').select('details').execute()).map(({ details }) => details);
  const deleteAndAnnounce = async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, DETAILS);
    await signUpFor(seriesId, [eventId], 'ada@example.com');
    await deleteEvent(seriesId, eventId, { tell: true });
    await atRest(db);
  };
  const age = async (hours: number) => {
    await sql`update submission_steps set updated_at = now() - make_interval(hours => ${hours})`.execute(db);
    await sql`update announcements set created_at = now() - make_interval(hours => ${hours})`.execute(db);
    await purgeAnnouncements(db);
  };

  test('ICS-23: is emptied 24 hours after the mail was sent', async () => {
    await deleteAndAnnounce();
    await age(23);
    expect(JSON.stringify(await detailsOf())).toContain('ada@example.com');
    await age(25);
    expect([await detailsOf(), await stepsOf(db), await db.selectFrom('announcements').select('id').execute()]).toEqual([[{}], [], []]);
  });

  test('ICS-23: or has permanently failed, which no list shows; not while it is retried', async () => {
    smtp.behaviours.set({ kind: 'cut' });
    await deleteAndAnnounce();
    await age(72);
    expect(await detailsOf()).toMatchObject([{ person: { email: 'ada@example.com' } }]);
    await db.updateTable('submission_steps').set({ state: 'failed', next_try_at: null }).execute();
    expect((await server.get('/steps/failed')).body.data?.steps ?? []).toEqual([]);
    await age(25);
    expect(await detailsOf()).toEqual([{}]);
  });
});
