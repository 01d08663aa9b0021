import { sql } from 'kysely';
import Papa from 'papaparse';
import { beforeEach, expect, test } from 'vitest';
import { CONFIRMED, type RegistrationStatus } from '#contract/registrations/places.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { inWrite } from '#server/testing/writes.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

interface Row {
  readonly id: string;
  readonly first_name: string;
  readonly _registration?: { readonly position: number | null };
}

let eventId = '';
let url = '';

/** Someone who signs up for the event; gives the id. */
const join = async (name: string, values: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await series.submitTo([], [eventId], { first_name: name, email: `${name.toLowerCase()}@example.com`, ...values });
  return id;
};

const setStatus = (id: string, status: RegistrationStatus) =>
  db.updateTable('registrations').set({ status }).where('submission_id', '=', id).where('event_id', '=', eventId).execute();

async function cancel(id: string, kind: 'cancelled' | 'declined' | 'expired', actorName?: string): Promise<void> {
  await setStatus(id, 'cancelled');
  await db.deleteFrom('waiting_entries').where('submission_id', '=', id).execute();
  const byPerson = actorName === undefined ? 'visitor' : 'staff';
  const actor = kind === 'expired' ? 'automatic' : byPerson;
  await inWrite(db, (w) => recordChanges(w, [{ seriesId: series.seriesId(), submissionId: id, eventId, kind, actor, actorName }]));
}

async function offer(id: string, endsAt: string | null): Promise<void> {
  await setStatus(id, 'offered');
  await sql`update waiting_entries set offer_ends_at = ${endsAt} where submission_id = ${id}`.execute(db);
}

async function list(query: string): Promise<Row[]> {
  const { status, body, text } = await server.get(`${url}?limit=50&${query}`);
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return body.data.submissions;
}

const names = async (query: string) => (await list(query)).map(({ first_name: name }) => name);

/** One confirmed, three waiting, one with an offer, and three cancelled. */
beforeEach(async () => {
  eventId = await series.addEvent(1, { waiting_list: 'manual' });
  url = `/event_series/${series.seriesId()}/event/${eventId}`;
  for (const name of ['Ada', 'Bea', 'Cy', 'Dan']) await join(name);
  await offer(await join('Eve'), null);
  await cancel(await join('Fay'), 'cancelled', 'Grace Hopper');
  await cancel(await join('Gus'), 'declined');
  await cancel(await join('Hal'), 'expired');
});

test('PLC-48: each list of an event has its own people, the waiting list by position', async () => {
  expect(await names('')).toEqual(['Ada']);
  expect(await names('registration=confirmed')).toEqual(['Ada']);
  expect(await names('registration=waiting')).toEqual(['Bea', 'Cy', 'Dan']);
  expect(await names('registration=offered')).toEqual(['Eve']);
  expect(await names('registration=cancelled')).toEqual(['Hal', 'Gus', 'Fay']);
  expect(await names('registration=all')).toEqual(['Hal', 'Gus', 'Fay', 'Eve', 'Dan', 'Cy', 'Bea', 'Ada']);
  expect(await names('registration=waiting&search=cy')).toEqual(['Cy']);
  expect(await names('registration=waiting&sort=name&direction=desc')).toEqual(['Dan', 'Cy', 'Bea']);
  expect(await server.get(`${url}?registration=lost`)).toMatchObject({ status: 422 });
});

test('PLC-47: a registration for a limited event has its state, with its position in the whole list', async () => {
  expect(await list('')).toMatchObject([{ _registration: CONFIRMED }]);
  expect(await list('registration=waiting&search=dan')).toMatchObject([
    { _registration: { ...CONFIRMED, status: 'waiting', position: 3, waiting_since: MOMENT } },
  ]);
  expect(await list('registration=offered')).toMatchObject([{ _registration: { ...CONFIRMED, status: 'offered', waiting_since: MOMENT } }]);
  expect(await list('registration=cancelled')).toMatchObject([
    { _registration: { ...CONFIRMED, status: 'cancelled', cancelled_at: MOMENT, cancelled_by: 'Automatic', reason: 'expired' } },
    { _registration: { ...CONFIRMED, status: 'cancelled', cancelled_at: MOMENT, cancelled_by: 'Visitor', reason: 'declined' } },
    { _registration: { ...CONFIRMED, status: 'cancelled', cancelled_at: MOMENT, cancelled_by: 'Grace Hopper', reason: 'staff' } },
  ]);
  await sql`update waiting_entries set offer_ends_at = '2055-01-05T12:00:00Z', is_unreachable = true`.execute(db);
  expect(await list('registration=offered')).toMatchObject([
    { _registration: { offer_ends_at: '2055-01-05T12:00:00.000Z', mail_failed: true } },
  ]);
});

test('PLC-47: for an unlimited event only registrations that are not confirmed have it', async () => {
  eventId = await series.addEvent(null, { close_when_full: false });
  url = `/event_series/${series.seriesId()}/event/${eventId}`;
  await join('Ada');
  const gone = await join('Bea');
  expect((await list('registration=all')).map((row) => '_registration' in row)).toEqual([false, false]);
  await cancel(gone, 'cancelled');
  expect((await list('')).map((row) => '_registration' in row)).toEqual([false]);
  expect((await list('registration=all')).map((row) => row._registration)).toEqual([
    expect.objectContaining({ status: 'cancelled' }),
    undefined,
  ]);
  const { body } = await server.get(`/event_series/${series.seriesId()}`);
  const counted = body.data.events.find(({ id }: { id: string }) => id === eventId);
  expect(counted.registration_counts).toEqual({ waiting: 0, offered: 0, cancelled: 1, passed_over: 0 });
});

test('the list of events counts the registrations of each that are not confirmed', async () => {
  await db.updateTable('event_places').set({ unreachable: 1 }).where('event_id', '=', eventId).execute();
  const { body } = await server.get(`/event_series/${series.seriesId()}`);
  const { registration_counts: counts, submissions_count: count } = body.data.events.find(({ id }: { id: string }) => id === eventId);
  expect({ count, counts }).toEqual({ count: 1, counts: { waiting: 3, offered: 1, cancelled: 3, passed_over: 1 } });
});

test('PLC-48: counts and pages are those of the list, and its pages follow one another', async () => {
  const { body: counts } = await server.get(`${url}/counts?registration=waiting`);
  expect(counts.data).toMatchObject({ all: 3, duplicates: 0, failed: 0 });
  const first = (await server.get(`${url}?limit=2&registration=waiting`)).body.data;
  expect(first).toMatchObject({ submissions_count: 3, matches_count: 3, submissions: [{ first_name: 'Bea' }, { first_name: 'Cy' }] });
  const second = (await server.get(`${url}?limit=2&registration=waiting&cursor=${first.next_cursor}`)).body.data;
  expect(second).toMatchObject({ submissions: [{ first_name: 'Dan', _registration: { position: 3 } }], next_cursor: null });
});

test('PLC-51: duplicates, today and failed steps are filters within the list, which is sorted by status', async () => {
  const ida = await join('Ida', { email: 'bea@example.com' });
  const jo = await join('Jo', { email: 'ada@example.com' });
  const [hal] = await list('registration=cancelled');
  for (const id of [ida, hal?.id])
    await sql`insert into submission_steps (submission_id, step, state, attempts) values (${id}, 'slack', 'failed', 3)`.execute(db);
  expect(await names('registration=waiting&filter=duplicates')).toEqual(['Bea', 'Ida']);
  expect(await names('filter=duplicates')).toEqual([]);
  expect(await names('registration=waiting&filter=failed')).toEqual(['Ida']);
  expect(await names('registration=cancelled&filter=failed')).toEqual(['Hal']);
  expect(await names('registration=offered&filter=failed')).toEqual([]);
  await sql`update registrations set submitted_at = '2026-01-05T12:00:00Z' where submission_id <> all(${[jo, hal?.id]})`.execute(db);
  expect(await names('registration=waiting&filter=today&today_from=2026-02-01T00:00:00Z')).toEqual(['Jo']);
  expect(await names('registration=cancelled&filter=today&today_from=2026-02-01T00:00:00Z')).toEqual(['Hal']);
  const sorted = await names('registration=waiting&sort=status');
  expect([sorted[0], sorted.toSorted()]).toEqual(['Ida', ['Bea', 'Cy', 'Dan', 'Ida', 'Jo']]);
  const descending = await names('registration=waiting&sort=status&direction=desc');
  expect([descending.at(-1), descending.toSorted()]).toEqual(['Ida', sorted.toSorted()]);
  const cancelled = await names('registration=cancelled&sort=status');
  expect([cancelled[0], cancelled.toSorted()]).toEqual(['Hal', ['Fay', 'Gus', 'Hal']]);
  const { body } = await server.get(`${url}?limit=50&registration=waiting`);
  expect(body.data.duplicate_emails).toEqual(['bea@example.com']);
  const all = await server.get(`${url}?registration=waiting`);
  expect(all.body.data.duplicates_count).toBe(1);
});

test('PLC-48: an export has the column _registration only with registrations that are not confirmed', async () => {
  const download = async (query: string) => {
    const { text } = await server.get(`${url}/export?${query}`);
    const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    return { header: meta.fields ?? [], rows: data.map((row) => [row['first_name'], row['_registration']]) };
  };
  expect((await download('')).header).not.toContain('_registration');
  const waiting = await download('registration=waiting');
  expect(waiting.header.slice(waiting.header.indexOf('submitted_at'))).toEqual(['submitted_at', '_registration', 'submitted_at in words']);
  expect(waiting.rows).toEqual([
    ['Bea', 'waiting'],
    ['Cy', 'waiting'],
    ['Dan', 'waiting'],
  ]);
  expect((await download('registration=all')).rows).toContainEqual(['Ada', 'confirmed']);
  await db.deleteFrom('registrations').where('status', '<>', 'confirmed').execute();
  expect((await download('registration=all')).header).not.toContain('_registration');
});

test('PLC-48: rows open on a screen are read again from their list', async () => {
  const [bea] = await list('registration=waiting');
  const read = async (query: string) => (await server.get(`${url}/submissions/some?ids=${bea?.id}${query}`)).body.data;
  expect(await read('')).toMatchObject({ submissions: [], gone: [expect.any(String)] });
  expect(await read('&registration=waiting')).toMatchObject({ submissions: [{ _registration: { position: 1 } }], gone: [] });
});

test('PLC-51: a search finds people of every status, and shows it if it is not confirmed', async () => {
  const found = async (q: string) => (await server.get(`/search?q=${q}`)).body.data.people;
  expect(await found('ada')).toMatchObject([{ event_id: eventId }]);
  expect((await found('ada'))[0]).not.toHaveProperty('registration');
  expect(await found('bea')).toMatchObject([{ event_id: eventId, registration: 'waiting' }]);
  expect(await found('eve')).toMatchObject([{ registration: 'offered' }]);
  expect(await found('fay')).toMatchObject([{ registration: 'cancelled' }]);
});

const add = (values: Record<string, unknown>) =>
  server.post(`${url}/submission/add`, { first_name: 'Ida', last_name: 'Bell', email: 'ida@example.com', ...values });

test('PLC-45: staff add someone to a full event anyway, or at the end of its waiting list', async () => {
  const confirmed = await add({});
  expect(confirmed.body.data).toMatchObject({ _registration: { status: 'confirmed' } });
  const waiting = await add({ email: 'ivy@example.com', first_name: 'Ivy', _registration: 'waiting' });
  const joined = db.selectFrom('registration_changes').select(['kind', 'actor', 'actor_name', 'details']);
  expect(await joined.where('submission_id', '=', waiting.body.data.id).execute()).toEqual([
    { kind: 'joined', actor: 'staff', actor_name: 'Ada Marsh', details: { position: 4 } },
  ]);
  expect(waiting.body.data).toMatchObject({ signups_count: 1, _registration: { status: 'waiting', position: 4, waiting_since: MOMENT } });
  expect(await names('')).toEqual(['Ida', 'Ada']);
  expect(await names('registration=waiting')).toEqual(['Bea', 'Cy', 'Dan', 'Ivy']);
  // Someone with an offer holds a place too, and the cancelled one was set directly, without the counters.
  const [places] = await db.selectFrom('event_places').selectAll().where('event_id', '=', eventId).execute();
  const before = { taken: places?.taken, waiting: places?.waiting };
  await join('Kim');
  expect(await names('registration=waiting')).toEqual(['Bea', 'Cy', 'Dan', 'Ivy', 'Kim']);
  await rebuildCounters(db);
  const [recounted] = await db.selectFrom('event_places').selectAll().where('event_id', '=', eventId).execute();
  expect(recounted).toMatchObject({ taken: 3, waiting: 5 });
  expect(before.taken).toBe(2);
  const { body } = await server.get(`/event_series/${series.seriesId()}/statistics`);
  expect(body.data.places).toMatchObject([{ confirmed: 2, waiting: 5 }]);
});

test('PLC-45: someone added to the waiting list of an event with a free place gets that place', async () => {
  url = `/event_series/${series.seriesId()}/event/${await series.addEvent(1, { waiting_list: 'manual' })}`;
  const statuses = [];
  for (const email of ['ida@example.com', 'ivy@example.com']) {
    const { body } = await add({ email, _registration: 'waiting' });
    statuses.push([body.data._registration.status, body.data._registration.position]);
  }
  expect(statuses).toEqual([
    ['confirmed', null],
    ['waiting', 1],
  ]);
});

test('PLC-45: a person who is passed over does not keep out people whom staff add to the waiting list', async () => {
  const event = await series.addEvent(1, { waiting_list: 'manual' });
  url = `/event_series/${series.seriesId()}/event/${event}`;
  for (const email of ['ida@example.com', 'ivy@example.com']) await add({ email, _registration: 'waiting' });
  await series.editEvent(event, { maximum_participants: 3 });
  await db.updateTable('waiting_entries').set({ is_unreachable: true }).where('event_id', '=', event).execute();
  await db.updateTable('event_places').set({ unreachable: 1 }).where('event_id', '=', event).execute();
  const statuses = [];
  for (const email of ['jo@example.com', 'kim@example.com', 'lee@example.com']) {
    const { body } = await add({ email, _registration: 'waiting' });
    statuses.push(body.data._registration.status);
  }
  expect(statuses).toEqual(['confirmed', 'confirmed', 'waiting']);
});

test.each([
  ['without a limit', { close_when_full: false }],
  ['whose list is off', { maximum_participants: 0, waiting_list: 'off' }],
])('PLC-45, WTL-1: nobody is added to the waiting list of an event %s', async (_, values) => {
  const open = await series.addEvent(null, values);
  url = `/event_series/${series.seriesId()}/event/${open}`;
  const refused = await add({ _registration: 'waiting' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: '_registration', message: 'This event has no waiting list' }] } });
  expect(await add({ _registration: 'confirmed' })).toMatchObject({ status: 200 });
  expect(await add({ _registration: 'waiting', email: 'x@example.com' })).toMatchObject({ status: 422 });
});

test('PLC-49: the statistics of a series count the registrations of its limited events by outcome', async () => {
  const ids = await db.selectFrom('registrations').select('submission_id').where('event_id', '=', eventId).execute();
  const kinds = ['promoted', 'accepted', 'accepted', 'joined'] as const;
  await inWrite(db, (w) =>
    recordChanges(
      w,
      kinds.map((kind, index) => ({
        seriesId: series.seriesId(),
        eventId,
        submissionId: ids[index]?.submission_id ?? null,
        kind,
        actor: 'visitor' as const,
      })),
    ),
  );
  const read = async () => (await server.get(`/event_series/${series.seriesId()}/statistics`)).body.data;
  expect((await read()).places).toEqual([
    {
      event_id: eventId,
      event_title: 'Fire safety',
      date: expect.any(String),
      maximum: 1,
      confirmed: 1,
      offered: 1,
      waiting: 3,
      cancelled: 3,
      from_waiting_list: 3,
      offers_not_taken: 2,
    },
  ]);
  await db.updateTable('events').set({ closes_when_full: false }).execute();
  expect(await read()).not.toHaveProperty('places');
});
