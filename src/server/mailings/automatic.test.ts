import { type Insertable, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { EVENT_DELETED, notSent, STATUS_NOW } from '#contract/texts/steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database, Row } from '#server/db/tables.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { checkInCode, pngOfCode } from '#server/registrations/check-in-codes.ts';
import { countWaitingForLocks, createTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, launchWorker, startWorld, until } from '#server/testing/worker.ts';
import { insertNextDue } from './automatic.ts';
import { writeNextPeople } from './progress.ts';

const world = await startWorld();
const { smtp } = world;
const database = await createTestDatabase();
const { db } = database;

const LONG_AGO = new Date(Date.now() - 30 * DAY_MS);
/** With seconds, and so never at midnight, which would be an all-day event. */
const fromNow = (ms: number): Date => new Date((Math.floor((Date.now() + ms) / MINUTE_MS) + 0.5) * MINUTE_MS);

interface Person {
  readonly name: string;
  /** The time of the sign-up. */
  readonly at: Date;
  readonly status?: Row<'registrations'>['status'];
  /** Whether the confirmation was sent, at that time. */
  readonly isConfirmed?: boolean;
  readonly promotedAt?: Date;
  readonly linkSentAt?: Date;
  readonly passedOnAt?: Date;
}

const series = (values: Parameters<typeof buildSeries>[1] = {}): Promise<string> =>
  buildSeries(db, { reminder_minutes: 1_440, mails_timed_at: LONG_AGO, ...values });

async function register(
  seriesId: string,
  eventId: string,
  { name, at, status = 'confirmed', isConfirmed = false, promotedAt, linkSentAt, passedOnAt }: Person,
): Promise<string> {
  const id = await buildSignUp(db, { form_id: seriesId }, { email: `${name}@example.com`, submitted_at: at, awaiting_fan_out: false });
  await db.insertInto('registrations').values({ event_id: eventId, submission_id: id, submitted_at: at, status }).execute();
  const step = { submission_id: id, step: 'email', state: 'succeeded', updated_at: at } as const;
  if (isConfirmed) await db.insertInto('submission_steps').values(step).execute();
  const changedAt = promotedAt ?? linkSentAt ?? passedOnAt;
  const kindOfEvent = promotedAt === undefined ? 'link' : 'promoted';
  const kind = passedOnAt === undefined ? kindOfEvent : 'passed_on';
  const change = { id: newId(), form_id: seriesId, submission_id: id, event_id: passedOnAt ? null : eventId, kind } as const;
  const values = { ...change, actor: 'automatic', awaiting_fan_out: false, at: changedAt } as const;
  if (changedAt === undefined) return id;
  await db.insertInto('registration_changes').values(values).execute();
  await db
    .insertInto('submission_steps')
    .values({ ...step, change_id: change.id, updated_at: changedAt })
    .execute();
  return id;
}

/** The mails of the last `send`. */
let arrived: typeof smtp.mails = [];

/** Lets workers run until everything due has been sent; gives the mails, each by its address and subject. */
async function send(workers = 1): Promise<string[]> {
  const settings = { ...world.settings, TIME_ZONE: 'Europe/London' };
  const begin = async (): Promise<void> => {
    while (await insertNextDue({ db, notify: notifyNobody, canMail: true }, settings.TIME_ZONE));
  };
  await Promise.all(Array.from({ length: workers }, begin));
  const running = await Promise.all(Array.from({ length: workers }, () => launchWorker(database, settings)));
  const left = db.selectFrom('mailings').select('id').where('ended_at', 'is', null);
  await until('the mailings to end', async () => (await left.execute()).length === 0, 60_000);
  await Promise.all(running.map(({ stop }) => stop()));
  arrived = smtp.mails.splice(0);
  return arrived.map(({ recipients, parsed }) => `${recipients.join().replace('@example.com', '')}: ${parsed.subject}`).toSorted();
}

// A repeated test begins without leftovers.
beforeEach(async () => {
  for (const table of ['events', 'mailings', 'submissions'] as const) await db.deleteFrom(table).execute();
});

test('RMD-8, RMD-9, RMD-10, RMD-24, MLG-28, MLG-54: each address with a place is reminded once, except those that took it later, or were confirmed in the hour before', async () => {
  const seriesId = await series();
  const start = fromNow(20 * HOUR_MS);
  const moment = start.getTime() - DAY_MS;
  const eventId = await buildEvent(db, seriesId, {
    title: 'Fire safety',
    starts_at: start,
    mails_timed_at: LONG_AGO,
    reminder_note: 'Bring boots.',
  });
  const before = (ms: number) => new Date(moment - ms);
  await register(seriesId, eventId, { name: 'ada', at: before(5 * DAY_MS) });
  await register(seriesId, eventId, { name: 'ada', at: before(4 * DAY_MS) });
  await register(seriesId, eventId, { name: 'ben', at: before(5 * DAY_MS), status: 'cancelled' });
  await register(seriesId, eventId, { name: 'cleo', at: before(5 * DAY_MS), status: 'waiting' });
  await register(seriesId, eventId, { name: 'dan', at: before(30 * MINUTE_MS), isConfirmed: true });
  await register(seriesId, eventId, { name: 'eve', at: before(30 * MINUTE_MS), linkSentAt: before(20 * MINUTE_MS) });
  await register(seriesId, eventId, { name: 'fay', at: before(-MINUTE_MS) });
  await register(seriesId, eventId, { name: 'gus', at: before(5 * DAY_MS), promotedAt: before(-MINUTE_MS) });
  await register(seriesId, eventId, { name: 'hal', at: before(5 * DAY_MS), promotedAt: before(3 * HOUR_MS) });
  await register(seriesId, eventId, { name: 'ida', at: before(5 * DAY_MS), passedOnAt: before(-MINUTE_MS) });
  const reminded = ['ada: Reminder: Fire safety', 'eve: Reminder: Fire safety', 'hal: Reminder: Fire safety'];
  expect(await send(3)).toEqual(reminded);
  expect(await send(2)).toEqual([]);
  const mailing = await db.selectFrom('mailings').selectAll().executeTakeFirstOrThrow();
  expect(mailing).toMatchObject({
    kind: 'reminder',
    begins_at: new Date(moment),
    for_date: start,
    counts: { people: 3, sent: 3, waiting: 0 },
  });

  // After a move by two hours only people without a reminder get one; after a move by days, everyone with a place.
  const moveTo = async (date: Date) =>
    db.updateTable('events').set({ starts_at: date, mails_timed_at: LONG_AGO }).where('id', '=', eventId).execute();
  await moveTo(new Date(start.getTime() + 2 * HOUR_MS));
  const others = ['dan: Reminder: Fire safety', 'fay: Reminder: Fire safety', 'gus: Reminder: Fire safety', 'ida: Reminder: Fire safety'];
  expect(await send()).toEqual(others);
  await db.updateTable('forms').set({ reminder_minutes: 10_080 }).execute();
  await moveTo(new Date(start.getTime() + 6 * DAY_MS));
  expect(await send()).toEqual(reminded);
  // After a move back, and after cancelling and reinstating, nobody.
  await moveTo(start);
  expect(await send()).toEqual([]);
});

test('RMD-25, RMD-34, MLG-15: a thank-you goes to people who came if attendance is in use, otherwise to all; it asks for feedback', async () => {
  const listId = newId();
  const seriesId = await series({ reminder_minutes: 0, thank_you_minutes: 60, feedback_list_id: listId });
  const at = { starts_at: fromNow(-5 * HOUR_MS), ends_at: fromNow(-3 * HOUR_MS), mails_timed_at: LONG_AGO };
  const [door, open] = [await buildEvent(db, seriesId, { title: 'Door', ...at }), await buildEvent(db, seriesId, { title: 'Open', ...at })];
  const came = await register(seriesId, door, { name: 'came', at: LONG_AGO });
  await register(seriesId, door, { name: 'absent', at: LONG_AGO });
  await register(seriesId, open, { name: 'any', at: LONG_AGO });
  await db.updateTable('registrations').set({ attended_at: new Date() }).where('submission_id', '=', came).execute();
  expect(await send()).toEqual(['any: Thank you for coming: Open', 'came: Thank you for coming: Door']);
  const { raw, parsed } = arrived.find(({ recipients }) => recipients.includes('any@example.com'))!;
  expect(parsed.text).toContain(`How was it?\nhttp://localhost:3000/feedback/${listId}/view?event=${open}`);
  expect(parsed.html).toContain('>Give feedback</a>');
  expect(raw).toMatch(/^Precedence: bulk\r$/m);
  expect(raw).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m);
});

test('ATD-37, RMD-29: reminder and starting-soon mail show the check-in code of their person', async () => {
  const seriesId = await series({ starting_soon_minutes: 60, check_in_codes: true });
  const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', seriesId).executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (const ms of [20 * HOUR_MS, 30 * MINUTE_MS]) {
    const eventId = await buildEvent(db, seriesId, { title: 'First aid', starts_at: fromNow(ms), mails_timed_at: LONG_AGO });
    ids.push(await register(seriesId, eventId, { name: `p${ids.length}`, at: LONG_AGO }));
  }
  expect(await send()).toEqual(['p0: Reminder: First aid', 'p1: Starting soon: First aid']);
  const pictures = arrived.flatMap(({ parsed }) => parsed.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)));
  expect(new Set(pictures)).toEqual(new Set(ids.map((id) => pngOfCode(checkInCode(key, id)))));
});

test('RMD-17, RMD-26, RMD-32: a mailbox gets 20 reminders a day, the earliest starts first; without mail on the server nothing begins', async () => {
  const seriesId = await series();
  for (let number = 1; number <= 21; number += 1) {
    const starts_at = fromNow(HOUR_MS + number * MINUTE_MS);
    const eventId = await buildEvent(db, seriesId, { title: `Day ${number}`, starts_at, mails_timed_at: LONG_AGO });
    await register(seriesId, eventId, { name: 'kay', at: LONG_AGO });
  }
  expect(await insertNextDue({ db, notify: notifyNobody, canMail: false }, 'UTC')).toBe(false);
  // So that one of the two pollers does not overtake the other.
  smtp.behaviours.set({ kind: 'slow', ms: 200 });
  expect(await send()).toHaveLength(20);
  const skipped = await db
    .selectFrom('submission_steps as step')
    .innerJoin('mailing_people as person', 'person.id', 'step.mailing_person_id')
    .innerJoin('mailings', 'mailings.id', 'person.mailing_id')
    .innerJoin('events', 'events.id', 'mailings.event_id')
    .select(['title', 'message'])
    .where('is_skipped', '=', true)
    .execute();
  // One poller takes four, and the other takes the last one at the same time.
  expect(skipped).toEqual([
    { title: expect.stringMatching(/^Day (?:17|18|19|20|21)$/), message: 'Not sent: this address got 20 reminders today' },
  ]);
});

test('RMD-12, RMD-33, MLG-27: mails being sent have the new time, or end with the reason', async () => {
  const [seriesId, start] = [await series(), fromNow(20 * HOUR_MS)];
  const at = new Date(start.getTime() - 5 * DAY_MS);
  const why = async (name: string, change: (eventId: string, submissionId: string) => Promise<unknown>): Promise<string> => {
    const eventId = await buildEvent(db, seriesId, { title: name, starts_at: start, mails_timed_at: LONG_AGO });
    const submissionId = await register(seriesId, eventId, { name, at });
    const [mailingId, personId] = [newId(), newId()];
    const audience = JSON.stringify({ events: [eventId], statuses: ['confirmed'] });
    const mailing = {
      id: mailingId,
      form_id: seriesId,
      kind: 'reminder',
      event_id: eventId,
      for_date: start,
      begins_at: new Date(),
      part: 1,
      is_written: true,
    } as const;
    await db
      .insertInto('mailings')
      .values({ ...mailing, audience, created_at: LONG_AGO })
      .execute();
    const address = sql<Buffer>`sha256(convert_to(${`${name}@example.com`}, 'UTF8'))`;
    await db
      .insertInto('mailing_people')
      .values({ id: personId, mailing_id: mailingId, address, submission_id: submissionId, part: 1 })
      .execute();
    await change(eventId, submissionId);
    const step = {
      submission_id: submissionId,
      mailing_person_id: personId,
      step: 'mailing',
      state: 'waiting',
      next_try_at: new Date(),
    } as const;
    const { id } = await db.insertInto('submission_steps').values(step).returning('id').executeTakeFirstOrThrow();
    const sent = await send();
    const { message } = await db.selectFrom('submission_steps').select('message').where('id', '=', id).executeTakeFirstOrThrow();
    return [...sent, message].join(' ');
  };
  const edit = (values: object) => async (id: string) => db.updateTable('events').set(values).where('id', '=', id).execute();
  expect(await why('moved', edit({ starts_at: new Date(start.getTime() + 2 * DAY_MS) }))).toBe('Not sent: the event was moved');
  expect(await why('shifted', edit({ starts_at: new Date(start.getTime() + HOUR_MS) }))).toBe('shifted: Reminder: shifted Sent');
  expect(await why('cancelled', edit({ cancelled_at: new Date() }))).toBe('Not sent: the event was cancelled');
  expect(await why('begun', edit({ starts_at: new Date(Date.now() - MINUTE_MS) }))).toBe('Not sent: the event has started');
  const status = async (eventId: string) =>
    db.updateTable('registrations').set({ status: 'waiting' }).where('event_id', '=', eventId).execute();
  expect(await why('waits', status)).toBe('Not sent: the person is on the waiting list again');
  const correct = async (_: string, id: string) =>
    db.updateTable('submissions').set({ email: 'new@example.com', email_key: 'new@example.com' }).where('id', '=', id).execute();
  expect(await why('corrected', correct)).toBe('new: Reminder: corrected Sent');
});

/** Inserts a mailing of staff about an event. */
async function mailingAbout(form_id: string, eventId: string, values: Partial<Insertable<Database['mailings']>> = {}): Promise<void> {
  const audience = JSON.stringify({ events: [eventId], statuses: ['confirmed'] });
  const text = { subject: 'Parking at %SERIES%', template: 'Hello %FNAME%, please park in the yard: %EVENTS%' };
  await db
    .insertInto('mailings')
    .values({ id: newId(), form_id, kind: 'mailing', event_id: eventId, begins_at: new Date(), audience, ...text, ...values })
    .execute();
}

test('MLG-27: people who have lost the place, or whose event was deleted, get no mail of a mailing', async () => {
  const seriesId = await buildSeries(db);
  const [kept, deleted, other] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
  const ann = await register(seriesId, kept, { name: 'ann', at: LONG_AGO });
  const bob = await register(seriesId, deleted, { name: 'bob', at: LONG_AGO });
  await db.insertInto('registrations').values({ event_id: other, submission_id: bob, submitted_at: LONG_AGO }).execute();
  await register(seriesId, kept, { name: 'cy', at: LONG_AGO });
  await mailingAbout(seriesId, kept, { event_id: null, audience: JSON.stringify({ events: [kept, deleted] }) });
  await writeNextPeople({ db, notify: notifyNobody, canMail: true }, 'UTC');
  await db.updateTable('registrations').set({ status: 'cancelled' }).where('submission_id', '=', ann).execute();
  await db.deleteFrom('events').where('id', '=', deleted).execute();
  expect(await send()).toEqual(['cy: Parking at Spring training']);
  const skipped = await db.selectFrom('submission_steps').select(['submission_id', 'message']).where('is_skipped', '=', true).execute();
  expect(Object.fromEntries(skipped.map(({ submission_id: id, message }) => [id, message]))).toEqual({
    [ann]: notSent(STATUS_NOW.cancelled),
    [bob]: notSent(EVENT_DELETED),
  });
});

test('MLG-65: someone who is deleted while the people are written leaves no mail behind', async () => {
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId, { starts_at: fromNow(DAY_MS) });
  const [jon] = [
    await register(seriesId, eventId, { name: 'jon', at: LONG_AGO }),
    await register(seriesId, eventId, { name: 'kit', at: LONG_AGO }),
  ];
  await mailingAbout(seriesId, eventId);
  const writing = await db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: seriesId });
    await tx.deleteFrom('submissions').where('id', '=', jon).execute();
    const ends = writeNextPeople({ db, notify: notifyNobody, canMail: true }, 'UTC');
    await Promise.race([ends, until('the people to wait', async () => (await countWaitingForLocks(db)) > 0)]);
    return { ends };
  });
  await writing.ends;
  const steps = await db.selectFrom('submission_steps').select('submission_id').execute();
  expect(steps.map(({ submission_id: id }) => id)).not.toContain(jon);
  expect(await send()).toEqual(['kit: Parking at Spring training']);
});

test('MLG-6, MLG-21, MLG-64, MLG-65, MLG-66: a mailing of staff is sent to its audience, each address once, without people who have none or came later', async () => {
  const seriesId = await buildSeries(db, { title: 'Spring training' });
  const eventId = await buildEvent(db, seriesId, { title: 'Fire safety', starts_at: fromNow(DAY_MS) });
  for (const name of ['ivy', 'jon', 'ivy']) await register(seriesId, eventId, { name, at: fromNow(-DAY_MS) });
  const walkIn = await register(seriesId, eventId, { name: 'walk-in', at: fromNow(-DAY_MS) });
  await db.updateTable('submissions').set({ email: '', email_key: walkIn }).where('id', '=', walkIn).execute();
  await register(seriesId, eventId, { name: 'later', at: fromNow(-HOUR_MS) });
  await mailingAbout(seriesId, eventId, { people_shown: 2, created_at: fromNow(-2 * HOUR_MS) });
  expect(await send(2)).toEqual(['ivy: Parking at Spring training', 'jon: Parking at Spring training']);
});
