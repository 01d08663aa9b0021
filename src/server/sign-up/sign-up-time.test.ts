import { expect, test } from 'vitest';
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
