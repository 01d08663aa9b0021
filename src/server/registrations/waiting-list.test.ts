import { describe, expect, test } from 'vitest';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, submitTo, readPlaces, seriesId } = series;
const { fill, call, statusOf, readList, readChanges, expectCounted } = waitingList(server, series);

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
/** The details of the only change of that kind. */
const readDetails = async (kind: ChangeKind) =>
  (await db.selectFrom('registration_changes').select('details').where('kind', '=', kind).executeTakeFirstOrThrow()).details;

/** An event with a manual list, two places and three people waiting. */
async function buildList(values: Record<string, unknown> = {}) {
  const event = await addEvent(2, { waiting_list: 'manual', ...values });
  return { event, ...(await fill(event, { places: 2, waiting: 3 })) };
}

describe('WTL-27: moving', () => {
  test.each([
    [4, 2, ['w0', 'w4', 'w1', 'w2', 'w3']],
    [4, 1, ['w4', 'w0', 'w1', 'w2', 'w3']],
    [0, 3, ['w1', 'w2', 'w0', 'w3', 'w4']],
    [1, 5, ['w0', 'w2', 'w3', 'w4', 'w1']],
    [1, 900, ['w0', 'w2', 'w3', 'w4', 'w1']],
    [2, 3, ['w0', 'w1', 'w2', 'w3', 'w4']],
  ])('number %i (from 0) to position %i', async (from, position, after) => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const { list } = await fill(event, { waiting: 5 });
    const orders = () => db.selectFrom('waiting_entries').select(['submission_id', 'list_order']).orderBy('submission_id').execute();
    const before = await orders();
    const { body } = await call(event, list[from]!, 'move', { position });
    expect([await readList(event), body.data._registration.position]).toEqual([after, after.indexOf(`w${from}`) + 1]);
    const written = (await orders()).filter((row, index) => row.list_order !== before[index]?.list_order);
    expect(written.length).toBeLessThanOrEqual(1);
    expect((await submitTo([], [event], { email: 'new@example.com' })).registrations).toMatchObject([{ position: 6 }]);
  });

  test('continues if there is no number between two neighbours, and newcomers stay last', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const { list } = await fill(event, { waiting: 4 });
    // Each turn halves the distance; after 52 turns two numbers have none between them.
    for (let turn = 0; turn < 60; turn += 1) await call(event, list[turn % 2 === 0 ? 3 : 2]!, 'move', { position: 2 });
    expect(await readList(event)).toEqual(['w0', 'w2', 'w3', 'w1']);
    for (let turn = 0; turn < 20; turn += 1) await call(event, list[turn % 2]!, 'move', { position: 4 });
    expect(await readList(event)).toEqual(['w2', 'w3', 'w0', 'w1']);
    await submitTo([], [event], { email: 'new@example.com' });
    expect(await readList(event)).toEqual(['w2', 'w3', 'w0', 'w1', 'new']);
  });

  test('someone with an offer keeps the position; someone who does not wait is a conflict', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const { list } = await fill(event, { waiting: 4 });
    await call(event, list[0]!, 'promote', { as: 'offer' });
    const refused = await call(event, list[0]!, 'move', { position: 1 });
    expect(refused.body).toMatchObject({ status: 409, detail: 'This person is not waiting.', current: { status: 'offered' } });
    await call(event, list[3]!, 'move', { position: 1 });
    await call(event, list[0]!, 'withdraw_offer');
    expect(await readList(event)).toEqual(['w0', 'w3', 'w1', 'w2']);
    expect((await call(event, list[1]!, 'move', { position: 0 })).status).toBe(422);
  });
});

describe('WTL-28: cancelling and restoring', () => {
  test('a cancelled registration frees its place for the list; the sign-up stays; a repeated call gets the current state', async () => {
    const { event, placed, list } = await buildList({ waiting_list: 'direct' });
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await call(event, placed[0]!, 'cancel', { tell: true, note: 'See you next year' });
      expect([status, body.data]).toMatchObject([
        200,
        { id: placed[0]!.id, _registration: { status: 'cancelled', cancelled_by: 'Ada Marsh', reason: 'staff' } },
      ]);
    }
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['confirmed', 'waiting', 'waiting'], [{ taken: 2, waiting: 2 }]]);
    const changes = await db
      .selectFrom('registration_changes')
      .where('kind', '<>', 'joined')
      .select(['kind', 'actor_name', 'details'])
      .orderBy('at')
      .orderBy('kind')
      .execute();
    expect(changes).toEqual([
      { kind: 'cancelled', actor_name: 'Ada Marsh', details: { tell: true, note: 'See you next year', reason: 'staff' } },
      { kind: 'promoted', actor_name: null, details: {} },
    ]);
  });

  test('people who wait or have an offer are removed from the list', async () => {
    const { event, list } = await buildList();
    await call(event, list[1]!, 'promote', { as: 'offer' });
    for (const one of list.slice(0, 2)) await call(event, one, 'cancel', {});
    expect([await statusOf(...list), await readList(event), await readPlaces()]).toMatchObject([
      ['cancelled', 'cancelled', 'waiting'],
      ['w2'],
      [{ taken: 2, waiting: 1 }],
    ]);
  });

  test('a restored one has its place back, over the maximum too; a repeated call gets the current state', async () => {
    const { event, placed } = await buildList({ waiting_list: 'direct' });
    await call(event, placed[0]!, 'cancel', {});
    for (let turn = 0; turn < 2; turn += 1)
      expect((await call(event, placed[0]!, 'restore')).body.data._registration.status).toBe('confirmed');
    expect(await readPlaces()).toMatchObject([{ capacity: 2, taken: 3 }]);
    expect((await readChanges()).filter(({ kind }) => kind === 'restored')).toHaveLength(1);
  });

  test('with `over` false, restoring a place over the maximum is refused with the current figures, also after an offer was accepted', async () => {
    const { event, placed, list } = await buildList({ waiting_list: 'direct' });
    await call(event, placed[0]!, 'cancel', {});
    const refused = await call(event, placed[0]!, 'restore', { over: false });
    expect(refused.body).toMatchObject({
      status: 409,
      detail: 'This goes 1 over the maximum of 2.',
      current: { over: [{ event_id: event, over: 1, maximum: 2 }] },
    });
    expect([await statusOf(placed[0]!), await readPlaces()]).toMatchObject([['cancelled'], [{ taken: 2 }]]);
    expect((await call(event, placed[1]!, 'restore', { over: false })).status).toBe(200);
    expect((await call(event, placed[0]!, 'restore', { over: true })).body.data._registration.status).toBe('confirmed');
    for (const one of [...list.toReversed(), placed[1]!]) await call(event, one, 'cancel', {});
    expect((await call(event, placed[1]!, 'restore', { over: false })).status).toBe(200);
  });

  test('WTL-7: someone who only waited is restored to the end of the list, or to a place if one is free', async () => {
    const { event, list } = await buildList({ waiting_list: 'direct' });
    await call(event, list[0]!, 'cancel', {});
    const { body } = await call(event, list[0]!, 'restore');
    expect(body.data._registration).toMatchObject({ status: 'waiting', position: 3 });
    expect([await readList(event), (await readPlaces())[0]]).toMatchObject([['w1', 'w2', 'w0'], { taken: 2, waiting: 3 }]);
    for (const one of list) await call(event, one, 'cancel', {});
    await db.updateTable('event_places').set({ capacity: 3 }).execute();
    await db.updateTable('events').set({ maximum_participants: 3 }).where('id', '=', event).execute();
    expect((await call(event, list[1]!, 'restore')).body.data._registration.status).toBe('confirmed');
  });

  test('WTL-7: without a list, someone who waited gets a place', async () => {
    const { event, list } = await buildList();
    await call(event, list[0]!, 'cancel', {});
    await series.editEvent(event, { waiting_list: 'off' });
    expect((await call(event, list[0]!, 'restore')).body.data._registration.status).toBe('confirmed');
  });

  test('someone who waits cannot be restored', async () => {
    const { event, list } = await buildList();
    expect((await call(event, list[0]!, 'restore')).body).toMatchObject({ status: 409, detail: 'This registration is not cancelled.' });
  });

  test('also for an event without a limit', async () => {
    const event = await addEvent(null, { close_when_full: false });
    const { placed } = await fill(event, { places: 1 });
    await call(event, placed[0]!, 'cancel', {});
    expect(await statusOf(...placed)).toEqual(['cancelled']);
    await expectCounted();
    await call(event, placed[0]!, 'restore');
    expect(await statusOf(...placed)).toEqual(['confirmed']);
  });

  test('a note of more than 1,000 characters is refused', async () => {
    const { event, list } = await buildList();
    expect((await call(event, list[0]!, 'cancel', { note: 'x'.repeat(1_001) })).body.errors).toMatchObject([{ path: 'note' }]);
  });
});

describe('WTL-29: withdrawing an offer', () => {
  test('the person waits again at the old position, and nobody is promoted by it', async () => {
    const { event, placed, list } = await buildList({ waiting_list: 'offer' });
    await call(event, placed[0]!, 'delete');
    expect(await statusOf(...list)).toEqual(['offered', 'waiting', 'waiting']);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await call(event, list[0]!, 'withdraw_offer')).body.data._registration.position).toBe(1);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['waiting', 'waiting', 'waiting'], [{ taken: 1, waiting: 3 }]]);
    expect(await readDetails('withdrawn')).toEqual({ tell: false }); // The mail with the offer has not been sent.
  });

  test('is mailed to the person who was sent the offer', async () => {
    const { event, list } = await buildList();
    await call(event, list[0]!, 'promote', { as: 'offer' });
    await db
      .updateTable('waiting_entries')
      .set({ offer_ends_at: inHours(9) })
      .where('submission_id', '=', list[0]!.id)
      .execute();
    const { body } = await call(event, list[0]!, 'withdraw_offer');
    expect(body.data._registration).toMatchObject({ status: 'waiting', offer_ends_at: null });
    expect(await readDetails('withdrawn')).toEqual({ tell: true });
  });

  test('for a person who has a place it is a conflict', async () => {
    const { event, placed } = await buildList();
    const { body } = await call(event, placed[0]!, 'withdraw_offer');
    expect(body).toMatchObject({ status: 409, detail: 'This offer has ended.', current: { status: 'confirmed' } });
  });
});

test.each(['promote', 'move', 'cancel', 'restore', 'withdraw_offer'])(
  'D13: %s answers only below the series and event of the registration, and only staff',
  async (verb) => {
    const { event, list } = await buildList();
    const other = await addEvent(1);
    const body = { as: 'offer', position: 1 };
    const path = `event/${event}/submission/${list[0]!.id}/${verb}`;
    const foreign = await buildSeries(db);
    const statuses = [
      (await call(other, list[0]!, verb, body)).status,
      (await server.post(`/event_series/${foreign}/${path}`, body)).status,
      (await server.post(`/event_series/${seriesId()}/${path}`, body, { as: 'visitor' })).status,
      (await server.post(`/event_series/${seriesId()}/${path}`, body, { as: 'outsider' })).status,
    ];
    expect([statuses, await statusOf(list[0]!)]).toEqual([[404, 404, 401, 403], ['waiting']]);
  },
);
