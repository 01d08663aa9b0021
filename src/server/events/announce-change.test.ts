import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { Db } from '#server/db/connection.ts';
import { announceNextPart, announcePart } from '#server/events/announcements.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { atRest, buildSignUp, makeDue, stepsOf, until } from '#server/testing/worker.ts';
import { inWrite, writesTo } from '#server/testing/writes.ts';
import type { RegistrationPath } from '#server/wire-names.ts';

const { server, db, worker, smtp } = await createServerWithWorker(createSignUpPageServer);
const { linkOf, choose } = selfService(server);

const DETAILS = { title: 'Fire safety', starts_at: '2050-01-11T09:00:00Z', venue: 'The Old Mill', join_url: 'https://meet.example/1' };
const MOVED = { date: '2050-01-12T09:30:00Z', venue: 'Harbour House' };

/** An event with a person of each of these statuses. */
async function buildFullEvent(...statuses: RegistrationStatus[]) {
  const seriesId = await buildSeries(db, { title: 'Spring', calendar_entries: true, self_service: true });
  const eventId = await buildEvent(db, seriesId, DETAILS);
  const people: RegistrationPath[] = [];
  for (const [index, status] of statuses.entries()) {
    const submissionId = await signUpFor(seriesId, eventId, `${status}${index}@example.com`);
    people.push({ seriesId, eventId, submissionId });
    await setRegistration(db, { seriesId, eventId, submissionId }, status, index + 1);
  }
  return { seriesId, eventId, people, url: `/event_series/${seriesId}/event/${eventId}` };
}

const signUpFor = async (seriesId: string, eventId: string, email: string) =>
  buildSignUp(db, { form_id: seriesId }, { events: [eventId], email, awaiting_fan_out: false });

const edit = async (url: string, values: object) => (await server.post(`${url}/edit`, values)).body.data;
const announce = async (url: string, body: object = {}, key: string = randomUUID()) =>
  server.post(`${url}/change/tell`, { audience: ['confirmed', 'offered', 'waiting'], ...body }, { headers: { 'idempotency-key': key } });
const countsOf = ({ _unannounced: pending }: { _unannounced?: Record<RegistrationStatus, number> }) =>
  pending === undefined ? undefined : [pending.confirmed, pending.offered, pending.waiting];

const recipients = () => smtp.mails.flatMap((mail) => mail.recipients).toSorted();
const mailTo = (address: string) => smtp.mails.find((mail) => mail.recipients.includes(address))!;
const textTo = (address: string): string =>
  (mailTo(address).parsed.text ?? '').replaceAll('\u00a0', ' ').replaceAll(/registration\/[\w-]{22}/g, 'registration/…');

describe('an edit of an event with registrations', () => {
  test.each([
    [{ event_title: 'Fire drill' }],
    [{ date: '2050-01-12' }],
    [{ end_date: '2050-01-11T12:00:00Z' }],
    [{ venue: null }],
    [{ venue_address: '14 Quay Street' }],
    [{ join_url: 'https://meet.example/2' }],
  ])('ICS-14: keeps what people know: %j', async (values) => {
    const { url } = await buildFullEvent('confirmed', 'cancelled');
    const edited = await edit(url, values);
    expect(countsOf(edited)).toEqual([1, 0, 0]);
    const { before, now } = edited._unannounced.changes;
    expect(before).toMatchObject({ event_title: 'Fire safety', date: '2050-01-11T09:00:00.000Z', end_date: null, venue: 'The Old Mill' });
    expect(now).toMatchObject({ event_title: edited.event_title, venue: edited.venue, join_url: edited.join_url });
    expect((await server.get(url)).body.data._unannounced).toEqual(edited._unannounced);
    expect((await server.get(url.replace(/\/event\/.*/, ''))).body.data.events[0]._unannounced).toEqual(edited._unannounced);
  });

  test.each([
    [{ maximum_participants: 5 }],
    [{ opens_at: '2049-01-01', closes_at: '2049-12-01' }],
    [{ copper_tag: 'spring' }],
    [{ show_on_form: false }],
    [{ venue: ' The Old Mill ' }],
  ])('ICS-20, ICS-21: asks nothing: %j', async (values) => {
    const { url } = await buildFullEvent('confirmed');
    expect(countsOf(await edit(url, values))).toBeUndefined();
  });

  test('ICS-20: asks nothing for the title of the series, or while nobody is registered', async () => {
    const { url, seriesId } = await buildFullEvent('cancelled');
    expect(countsOf(await edit(url, MOVED))).toBeUndefined();
    await signUpFor(seriesId, url.split('/').at(-1)!, 'bea@example.com');
    await server.post(`/event_series/${seriesId}/edit`, { title: 'Summer' });
    expect(countsOf((await server.get(url)).body.data)).toBeUndefined();
  });

  test('ICS-16: the values that people know stay those before the first change, and a change back clears the notice', async () => {
    const { url } = await buildFullEvent('confirmed');
    await edit(url, { venue: 'Harbour House' });
    const again = await edit(url, { venue: 'Dock 2', event_title: 'Fire drill' });
    expect(again._unannounced.changes.before).toMatchObject({ venue: 'The Old Mill', event_title: 'Fire safety' });
    expect(countsOf(await edit(url, { venue: 'The Old Mill' }))).toEqual([1, 0, 0]);
    expect(countsOf(await edit(url, { event_title: 'Fire safety' }))).toBeUndefined();
    expect((await announce(url)).status).toBe(409);
  });

  test('ICS-16: people who signed up after the last change are not counted or mailed', async () => {
    const { url, seriesId, eventId } = await buildFullEvent('confirmed');
    await edit(url, MOVED);
    await signUpFor(seriesId, eventId, 'late@example.com');
    expect(countsOf((await server.get(url)).body.data)).toEqual([1, 0, 0]);
    expect((await announce(url)).body.data).toEqual({ told: 1 });
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com']);
  });

  test('ICS-16: nor are people who add the event on the self-service page after it, for the first time or again', async () => {
    const { url, seriesId, eventId, people } = await buildFullEvent('confirmed', 'confirmed');
    await db.updateTable('forms').set({ self_service_events: true }).execute();
    const other = await buildEvent(db, seriesId, { ...DETAILS, title: 'First aid' });
    const newcomer = await signUpFor(seriesId, other, 'new@example.com');
    await edit(url, MOVED);
    await choose(await linkOf({ id: newcomer }), { events: [other, eventId] });
    const path = await linkOf({ id: people[1]!.submissionId });
    for (const events of [[other], [other, eventId]]) await choose(path, { events });
    const places = db.selectFrom('registrations').where('event_id', '=', eventId).where('status', '=', 'confirmed');
    expect(await places.select('submission_id').execute()).toHaveLength(3);
    await atRest(db);
    smtp.mails.length = 0;
    expect(countsOf((await server.get(url)).body.data)).toEqual([1, 0, 0]);
    expect((await server.get(`${url}/change`)).body.data.mail.to).toBe('confirmed0@example.com');
    await announce(url);
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com']);
  });

  test('ICS-14, PLC-7: a new join link only concerns people with a place', async () => {
    const { url } = await buildFullEvent('confirmed', 'waiting', 'offered');
    expect(countsOf(await edit(url, { join_url: 'https://meet.example/2' }))).toEqual([1, 0, 0]);
    expect(countsOf(await edit(url, MOVED))).toEqual([1, 1, 1]);
  });
});

/** Announces while the mail server is down, then acts, and makes it work again. */
async function actBeforeMails(url: string, act: () => Promise<unknown>): Promise<void> {
  smtp.behaviours.set({ kind: 'cut' });
  await announce(url);
  await until('a failed attempt', async () => (await stepsOf(db)).some(({ state, attempts }) => state === 'waiting' && attempts > 0));
  await act();
  smtp.behaviours.set({ kind: 'work' });
  await makeDue(db);
  await atRest(db);
}

describe('announcing a change', () => {
  test('ICS-15, ICS-17: each gets one mail with the changes and the note; confirmed people with the file, and only they get the join link', async () => {
    const { url } = await buildFullEvent('confirmed', 'waiting', 'offered', 'cancelled');
    const { event_title: title } = await edit(url, { ...MOVED, join_url: 'https://meet.example/2' });
    expect((await announce(url, { note: ' Burst pipe. ' })).body.data).toEqual({ told: 3 });
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com', 'offered2@example.com', 'waiting1@example.com']);
    expect(mailTo('confirmed0@example.com').parsed.subject).toBe(`Changed: ${title}`);
    expect(textTo('confirmed0@example.com')).toContain(
      [
        'Hello Ada,\n\nSome details of ‘Fire safety’ have changed:',
        'Date and time: Wednesday 12 January 2050, 09:30 GMT (was Tuesday 11 January 2050, 09:00 GMT)\nVenue: Harbour House (was The Old Mill)\nJoin link: https://meet.example/2 (was https://meet.example/1)',
        'Burst pipe.\n\nYou have a place at:',
        'Fire safety\nWednesday 12 January 2050, 09:30 GMT\nHarbour House\nJoin online: https://meet.example/2',
        "Can't make it any more?\nhttp://localhost:3000/registration/…",
      ].join('\n\n'),
    );
    const files = await filesOf(mailTo('confirmed0@example.com').raw);
    expect(files.map(({ content }) => readEntry(content))).toEqual(
      Array.from({ length: 2 }, () => ({
        method: 'REQUEST',
        start: '2050-01-12T09:30:00Z',
        uid: url.split('/').at(-1),
        sequence: 2,
        summary: 'Fire safety',
        status: 'CONFIRMED',
        location: 'Harbour House',
      })),
    );
    for (const address of ['waiting1@example.com', 'offered2@example.com']) {
      expect(textTo(address)).toContain('Venue: Harbour House (was The Old Mill)\n\nBurst pipe.');
      expect(textTo(address)).not.toMatch(/meet\.example|signed up for/);
      expect(await filesOf(mailTo(address).raw)).toEqual([]);
    }
    expect(textTo('waiting1@example.com')).toMatch(
      /You're on the waiting list for:\n\nFire safety\nPosition \d\n.*\n\nSee your position or leave the list:\nhttp/s,
    );
    expect(countsOf((await server.get(url)).body.data)).toBeUndefined();
  });

  test('ICS-15: only the chosen people are notified', async () => {
    const { url } = await buildFullEvent('confirmed', 'waiting', 'offered');
    await edit(url, MOVED);
    expect((await announce(url, { audience: ['offered'] })).body.data).toEqual({ told: 1 });
    await atRest(db);
    expect(recipients()).toEqual(['offered2@example.com']);
    expect((await announce(url, { audience: ['waiting'] })).status).toBe(409);
  });

  test('ICS-17: if pressed twice people get one mail; it needs a key, and someone to notify', async () => {
    const { url } = await buildFullEvent('confirmed');
    expect((await announce(url)).body.detail).toBe('Everyone already knows');
    await edit(url, MOVED);
    expect(await server.post(`${url}/change/tell`, { audience: ['confirmed'] })).toMatchObject({ status: 400 });
    expect((await announce(url, { audience: [] })).status).toBe(422);
    expect((await announce(url, { note: 'x'.repeat(1_001) })).body.errors).toMatchObject([{ path: 'note' }]);
    const key = randomUUID();
    const answers = await Promise.all([announce(url, {}, key), announce(url, {}, key)]);
    expect(answers.map(({ body }) => body.data)).toEqual([{ told: 1 }, { told: 1 }]);
    expect((await announce(url, {}, key)).body.data).toEqual({ told: 1 });
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com']);
    const { status } = await announce(`/event_series/${randomUUID()}/event/${randomUUID()}`);
    expect(status).toBe(404);
  });

  test('ICS-17: the change is read with the first attendee’s mail', async () => {
    const { url } = await buildFullEvent('waiting', 'confirmed');
    expect((await server.get(`${url}/change`)).body).toEqual({ data: null });
    const { _unannounced: pending } = await edit(url, MOVED);
    const { mail, ...change } = (await server.get(`${url}/change`)).body.data;
    expect(change).toEqual(pending);
    expect(mail).toMatchObject({
      name: 'Ada Lovelace',
      from: 'no-reply@localhost',
      to: 'confirmed1@example.com',
      file: 'Fire safety.ics',
      subject: 'Changed: %EVENT%',
      values: { FNAME: 'Ada', LINK: 'http://localhost/registration/…', NOTE: '' },
    });
    expect(mail.values.CHANGES[1]).toEqual({ label: 'Venue', before: 'The Old Mill', now: 'Harbour House' });
    expect(await db.selectFrom('registration_tokens').select('submission_id').execute()).toEqual([]);
  });

  test('ICS-15: if everyone waits it is the mail to a waiting person', async () => {
    const { url } = await buildFullEvent('waiting');
    await edit(url, MOVED);
    const { mail } = (await server.get(`${url}/change`)).body.data;
    expect(mail).toMatchObject({ to: 'waiting0@example.com', file: null, values: { EVENTS: [] } });
    expect(mail.template).toContain('See your position or leave the list: %LINK%');
  });

  test('ICS-19: each mail has the values at its sending', async () => {
    const { url } = await buildFullEvent('confirmed');
    await edit(url, { ...MOVED, join_url: 'https://meet.example/2' });
    await actBeforeMails(url, async () => edit(url, { venue: 'Dock 2', join_url: 'https://meet.example/3' }));
    expect(textTo('confirmed0@example.com')).toContain(
      'Venue: Dock 2 (was The Old Mill)\nJoin link: https://meet.example/3 (was https://meet.example/1)',
    );
    expect(countsOf((await server.get(url)).body.data)).toEqual([1, 0, 0]);
  });

  test.each([
    ['the changes were undone', async (url: string) => edit(url, { venue: 'The Old Mill' })],
    ['the registration was cancelled', async (_url: string, person: RegistrationPath) => setRegistration(db, person, 'cancelled')],
  ])('ICS-19, WTL-37: no mail is sent when %s', async (why, act) => {
    const { url, people } = await buildFullEvent('confirmed');
    await edit(url, { venue: 'Harbour House' });
    await actBeforeMails(url, async () => act(url, people[0]!));
    expect(await stepsOf(db)).toMatchObject([{ state: 'succeeded', message: `Not sent: ${why}` }]);
    expect(smtp.mails).toEqual([]);
  });
});

describe('announcing to many', () => {
  test('ICS-18: parts of 500 continue where they stopped, with any number of workers, and each person is notified once', async () => {
    await worker.stop();
    const { url, seriesId, eventId } = await buildFullEvent();
    const rows = Array.from({ length: 1_203 }, (_, index) => ({ id: randomUUID(), email: `p${index}@example.com` }));
    const person = {
      form_id: seriesId,
      first_name: 'Ada',
      last_name: 'L',
      job_title: '',
      organisation: '',
      answers: '{}',
      awaiting_fan_out: false,
    };
    await db
      .insertInto('submissions')
      .values(rows.map(({ id, email }) => ({ ...person, id, email, email_key: email })))
      .execute();
    // Many at the same moment, as from an upload.
    await db
      .insertInto('registrations')
      .values(rows.map(({ id }) => ({ event_id: eventId, submission_id: id, submitted_at: new Date('2026-01-01') })))
      .execute();
    await edit(url, MOVED);
    expect((await announce(url)).body.data).toEqual({ told: 1_203 });
    const announcedTo = async (by: Db = db) =>
      by.selectFrom('registration_changes').select('submission_id').where('kind', '=', 'announced').execute();
    expect(await announcedTo()).toHaveLength(500);
    // If a worker dies, nothing of the part that it was writing remains.
    const dies = inWrite(db, async (w) => {
      await announcePart(w, (await w.selectFrom('announcements').select('id').executeTakeFirstOrThrow()).id, 'UTC');
      expect(await announcedTo(w)).toHaveLength(1_000);
      throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await announcedTo()).toHaveLength(500);
    await Promise.all([1, 2, 3].map(() => announceNextPart(writesTo({ db }), 'UTC')));
    while (await announceNextPart(writesTo({ db }), 'UTC'));
    const people = (await announcedTo()).map((row) => row.submission_id);
    expect([people.length, new Set(people).size]).toEqual([1_203, 1_203]);
  });
});
