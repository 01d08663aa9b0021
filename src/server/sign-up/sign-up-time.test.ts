import { expect, test } from 'vitest';
import { clockOf, parseEventDate } from '#contract/rules/event-date.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee } from '#server/testing/staff-calls.ts';

const server = await createTestServer();
const { db } = server;

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const submit = (seriesId: string, events: readonly string[], headers = {}) =>
  server.post(`/event_series/${seriesId}/submit`, newSignUp({ events }), { as: 'visitor', headers });

test('PLC-37: a sign-up for an event that is not open yet, or no longer open, is refused at the events, and nothing is stored', async () => {
  const seriesId = await buildSeries(db);
  const open = await buildEvent(db, seriesId, { opens_at: inHours(-1), closes_at: inHours(1) });
  const ahead = await buildEvent(db, seriesId, { title: 'Later', opens_at: '2050-07-12T08:30:00Z' });
  const over = await buildEvent(db, seriesId, { title: 'Before', closes_at: inHours(-1) });
  const errorOf = async (...events: string[]) => {
    const { status, body } = await submit(seriesId, events);
    return [status, body.errors];
  };
  const opens = 'Sign-up for ‘Later’ opens on Tuesday 12 July 2050, 09:30\u00a0BST.';
  const closed = 'Sign-up for ‘Before’ has closed. Please choose again.';
  expect(await errorOf(ahead)).toEqual([422, [{ path: 'events', message: opens }]]);
  expect(await errorOf(open, over)).toEqual([422, [{ path: 'events', message: closed }]]);
  expect(await errorOf(open, over, ahead)).toEqual([422, [{ path: 'events', message: `${opens} ${closed}` }]]);
  expect(await errorOf(over, newId())).toEqual([422, [{ path: 'events', message: 'This event is no longer open. Please choose again.' }]]);
  expect(await db.selectFrom('submissions').select('id').execute()).toEqual([]);
  expect((await submit(seriesId, [open])).status).toBe(200);
});

test.each([
  ['before', { opens_at: inHours(1) }, { status: 422 }],
  ['within', { opens_at: inHours(-1), closes_at: inHours(1) }, { status: 200 }],
  ['after', { closes_at: inHours(-1) }, { status: 422 }],
])(
  'WTL-2, PLC-12: a full event says at any time that it has a list, which is joined within its times: %s them',
  async (_, times, answer) => {
    const seriesId = await buildSeries(db);
    const event = await buildEvent(db, seriesId, times);
    const full = { maximum_participants: 0, close_when_full: true, waiting_list: 'manual' };
    expect((await server.post(`/event_series/${seriesId}/event/${event}/edit`, full)).status).toBe(200);
    const { body } = await server.get(`/event_series/${seriesId}`, { as: 'visitor' });
    expect(body.data.events).toMatchObject([{ places: { is_full: true, waiting_list: true } }]);
    const signUp = newSignUp({ events: [], _waiting_list: [event] });
    expect(await server.post(`/event_series/${seriesId}/submit`, signUp, { as: 'visitor' })).toMatchObject(answer);
  },
);

const withStart = (starts_at: Date | string, ends_at: Date | null = null) => ({ starts_at, ends_at });

test.each([
  ['has begun, without an end', withStart(inHours(-1)), 422],
  ['is over', withStart(inHours(-3), inHours(-1)), 422],
  ['goes on', withStart(inHours(-3), inHours(1)), 200],
  ['was days ago', withStart('2001-01-01T00:00:00Z'), 422],
  ['begins later', withStart(inHours(1)), 200],
  ['is over, with a later closing time', { ...withStart(inHours(-3)), closes_at: inHours(1) }, 200],
  ['begins later, with an earlier closing time', { ...withStart(inHours(3)), closes_at: inHours(-1) }, 422],
  ['has no date', {}, 200],
])('PUB-23, PLC-37: sign-up closes automatically at the end of an event that %s', async (_, times, status) => {
  const seriesId = await buildSeries(db);
  const event = await buildEvent(db, seriesId, { title: 'Talk', ...times });
  const answer = await submit(seriesId, [event]);
  expect(answer.status).toBe(status);
  if (status === 422)
    expect(answer.body.errors).toEqual([{ path: 'events', message: 'Sign-up for ‘Talk’ has closed. Please choose again.' }]);
  const { body } = await server.get(`/event_series/${seriesId}`, { as: 'visitor' });
  expect(body.data.events[0].closes_at).toBe('closes_at' in times ? times.closes_at.toISOString() : undefined);
});

test('PUB-23: an event that begins at midnight accepts sign-ups all day, and moving it opens it again', async () => {
  const seriesId = await buildSeries(db);
  const zone = 'Europe/London';
  const today = new Date(Math.floor(clockOf(new Date(), zone).getTime() / 86_400_000) * 86_400_000).toISOString().slice(0, 10);
  const event = await buildEvent(db, seriesId, { starts_at: parseEventDate(today, zone) ?? null });
  expect((await submit(seriesId, [event])).status).toBe(200);
  const edit = async (date: string) => server.post(`/event_series/${seriesId}/event/${event}/edit`, { date });
  await edit('2026-01-12T09:00:00Z');
  expect((await submit(seriesId, [event])).status).toBe(422);
  await edit('2050-01-12T09:00:00Z');
  expect((await submit(seriesId, [event])).status).toBe(200);
});

test('WTL-2: once an event has begun nobody can join its waiting list', async () => {
  const seriesId = await buildSeries(db);
  const limits = { closes_when_full: true, maximum_participants: 0, waiting_list: 'offer' } as const;
  const event = await buildEvent(db, seriesId, { title: 'Talk', ...withStart(inHours(-1), inHours(1)), ...limits });
  const { body } = await server.get(`/event_series/${seriesId}`, { as: 'visitor' });
  expect(body.data.events).toMatchObject([{ places: { is_full: true, waiting_list: false } }]);
  const signUp = newSignUp({ events: [], _waiting_list: [event] });
  const answer = await server.post(`/event_series/${seriesId}/submit`, signUp, { as: 'visitor' });
  expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'events', message: '‘Talk’ is now full. Please choose again.' }]]);
});

test('PLC-37: a call that is repeated after the event has closed gets its first answer', async () => {
  const seriesId = await buildSeries(db);
  const event = await buildEvent(db, seriesId);
  const headers = { 'idempotency-key': newId() };
  const first = await submit(seriesId, [event], headers);
  await server.post(`/event_series/${seriesId}/event/${event}/edit`, { closes_at: inHours(-1).toISOString() });
  expect((await submit(seriesId, [event], headers)).body).toEqual(first.body);
  expect((await submit(seriesId, [event])).status).toBe(422);
});

test('PLC-37: staff add attendees at any time', async () => {
  const seriesId = await buildSeries(db);
  const event = await buildEvent(db, seriesId, { closes_at: inHours(-1) });
  expect(await addAttendee(server, seriesId, event)).toMatchObject({ email: 'ada@example.com' });
});
