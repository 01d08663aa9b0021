import { describe, expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { promoteRegistration } from './commands.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, editEvent, submitTo, readPlaces, seriesId } = series;
const { fill, call, statusOf, readChanges } = waitingList(server, series);

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const promoteFromTop = (eventId: string, body: unknown, key?: string) =>
  server.post(
    `/event_series/${seriesId()}/event/${eventId}/promote`,
    body,
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  );
/** An event with a manual list, two places and three people waiting. */
async function buildList(values: Record<string, unknown> = {}) {
  const event = await addEvent(2, { waiting_list: 'manual', ...values });
  return { event, ...(await fill(event, { places: 2, waiting: 3 })) };
}

describe('WTL-25: promoting one', () => {
  test.each([
    ['offer', 'offered', 'offered'],
    ['confirmed', 'confirmed', 'promoted'],
  ])('as %s: out of turn, and over the maximum', async (as, status, kind) => {
    const { event, list } = await buildList();
    const { body } = await call(event, list[1]!, 'promote', { as });
    expect(body.data).toMatchObject({ id: list[1]!.id, _registration: { status } });
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([
      ['waiting', status, 'waiting'],
      [{ capacity: 2, taken: 3, waiting: 2 }],
    ]);
    expect(await readChanges()).toEqual([{ submission_id: list[1]!.id, event_id: event, kind, actor: 'staff' }]);
  });

  test('someone with an offer can be given the place; a second offer changes nothing', async () => {
    const { event, list } = await buildList();
    for (const as of ['offer', 'offer', 'confirmed']) expect((await call(event, list[0]!, 'promote', { as })).status).toBe(200);
    expect([await statusOf(list[0]!), (await readChanges()).map(({ kind }) => kind)]).toEqual([['confirmed'], ['offered', 'promoted']]);
  });

  test('someone who already has a place, or was cancelled, is a conflict that says so', async () => {
    const { event, placed, list } = await buildList();
    const confirmed = await call(event, placed[0]!, 'promote', { as: 'confirmed' });
    expect(confirmed.body).toMatchObject({ status: 409, detail: 'This person already has a place.', current: { status: 'confirmed' } });
    await call(event, list[0]!, 'cancel', {});
    const cancelled = await call(event, list[0]!, 'promote', { as: 'offer' });
    expect(cancelled.body).toMatchObject({ status: 409, current: { status: 'cancelled' } });
    expect(cancelled.body.detail).toBe('This registration was cancelled. Restore it to give the place back.');
  });

  test('WTL-10, WTL-22: an offer within three hours of the event is the place itself; after it has begun there is none, and a place is given without a mail', async () => {
    const { event, list } = await buildList({ date: inHours(2.9) });
    await call(event, list[0]!, 'promote', { as: 'offer' });
    expect(await statusOf(...list)).toEqual(['confirmed', 'waiting', 'waiting']);
    await editEvent(event, { date: inHours(-1) });
    const late = await call(event, list[1]!, 'promote', { as: 'offer' });
    expect(late.body).toMatchObject({ status: 409, detail: 'This event has started.' });
    expect((await call(event, list[1]!, 'promote', { as: 'confirmed' })).status).toBe(200);
    const changes = await db
      .selectFrom('registration_changes')
      .select(['kind', 'details'])
      .where('kind', '<>', 'joined')
      .orderBy('at')
      .execute();
    expect(changes).toEqual([
      { kind: 'promoted', details: {} },
      { kind: 'promoted', details: { tell: false } },
    ]);
  });

  test('WTL-12: without mail on the server people cannot be offered a place, but can be given one', async () => {
    const { event, list } = await buildList();
    const path = { seriesId: seriesId(), eventId: event, submissionId: list[0]!.id };
    const silent = { ...writesTo({ db }), canMail: false };
    const noMail = 'Email is not set up on this server, so people cannot be notified about a place.';
    await expect(promoteRegistration(silent, ADA, path, { as: 'offer' })).rejects.toMatchObject({
      code: 'conflict',
      message: noMail,
    });
    await promoteRegistration(silent, ADA, path, { as: 'confirmed' });
    expect(await statusOf(...list)).toEqual(['confirmed', 'waiting', 'waiting']);
  });

  test('WTL-13: people who are passed over can be promoted by hand like others', async () => {
    const { event, list } = await buildList();
    await db.updateTable('waiting_entries').set({ is_unreachable: true }).where('submission_id', '=', list[0]!.id).execute();
    await db.updateTable('event_places').set({ unreachable: 1 }).execute();
    await call(event, list[0]!, 'promote', { as: 'offer' });
    expect(await readPlaces()).toMatchObject([{ taken: 3, waiting: 2, unreachable: 0 }]);
  });
});

describe('WTL-26: promoting the next', () => {
  test('takes them from the top, without people who are passed over; if fewer wait, all of them', async () => {
    const { event, list } = await buildList();
    await db.updateTable('waiting_entries').set({ is_unreachable: true }).where('submission_id', '=', list[0]!.id).execute();
    await db.updateTable('event_places').set({ unreachable: 1 }).execute();
    expect((await promoteFromTop(event, { count: 1, as: 'offer' })).body.data).toEqual({ promoted: [list[1]!.id], as: 'offer' });
    expect((await promoteFromTop(event, { count: 500, as: 'confirmed' })).body.data).toEqual({ promoted: [list[2]!.id], as: 'confirmed' });
    expect((await promoteFromTop(event, { count: 1, as: 'confirmed' })).body.data).toEqual({ promoted: [], as: 'confirmed' });
    expect(await statusOf(...list)).toEqual(['waiting', 'offered', 'confirmed']);
  });

  test('says that the place itself was given if the event begins too soon for an offer, also when the call is repeated', async () => {
    const { event, list } = await buildList({ date: inHours(2.9) });
    const first = await promoteFromTop(event, { count: 2, as: 'offer' }, 'k');
    expect(first.body.data).toEqual({ promoted: [list[0]!.id, list[1]!.id], as: 'confirmed' });
    await editEvent(event, { date: inHours(48) });
    expect((await promoteFromTop(event, { count: 2, as: 'offer' }, 'k')).body).toEqual(first.body);
  });

  test('with the same key it happens once, and gives the first answer', async () => {
    const { event, list } = await buildList();
    const body = { count: 2, as: 'confirmed' };
    const first = await promoteFromTop(event, body, 'k');
    expect(first.body.data.promoted).toEqual([list[0]!.id, list[1]!.id]);
    expect((await promoteFromTop(event, body, 'k')).body).toEqual(first.body);
    expect(await statusOf(...list)).toEqual(['confirmed', 'confirmed', 'waiting']);
    expect((await promoteFromTop(event, { count: 1, as: 'confirmed' }, 'k')).status).toBe(409);
    await promoteFromTop(event, { count: 500, as: 'confirmed' });
    const none = await promoteFromTop(event, body, 'nobody');
    await submitTo([], [event]);
    expect((await promoteFromTop(event, body, 'nobody')).body).toEqual(none.body);
  });

  test.each([
    [{ count: 0, as: 'offer' }, 'count'],
    [{ count: 501, as: 'offer' }, 'count'],
    [{ count: 1, as: 'gift' }, 'as'],
    [{ count: 1 }, 'as'],
  ])('%j is refused', async (body, path) => {
    const { event } = await buildList();
    const answer = await promoteFromTop(event, body);
    expect([answer.status, answer.body.errors.map((error: { path: string }) => error.path)]).toEqual([422, [path]]);
  });
});
