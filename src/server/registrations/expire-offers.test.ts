import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { type Notify, notifyNobody, type Notice } from '#server/live/notice.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { runWorker, startWorld, until } from '#server/testing/worker.ts';
import { writesTo } from '#server/testing/writes.ts';
import { createToken } from './links.ts';
import { answerOffer } from './own/commands.ts';
import { expireOffers } from './waiting-list.ts';

/** `npm run test:rest` tries more. */
const RUNS = process.env.LONG_TESTS === undefined ? 24 : 100;
const world = await startWorld();
const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, editEvent, submitTo, readPlaces, seriesId } = series;
const { fill, call, statusOf } = waitingList(server, series);

const MINUTE = 60_000;
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE);
const setEnd = ({ id }: { id: string }, at: Date) =>
  db.updateTable('waiting_entries').set({ offer_ends_at: at }).where('submission_id', '=', id).execute();
const readEnds = async () =>
  (await db.selectFrom('waiting_entries').select('offer_ends_at').orderBy('list_order').execute()).map((row) => row.offer_ends_at);
const changes = () =>
  db
    .selectFrom('registration_changes')
    .select(['submission_id', 'kind', 'actor', 'details'])
    .where('kind', '<>', 'joined')
    .orderBy('at')
    .orderBy('kind')
    .execute();
const expire = (notify: Notify = notifyNobody) => expireOffers({ db, canMail: true, notify });
const ownDeps = { ...writesTo({ db }), timeZone: 'Europe/London', confirmationsPerHour: 50 };
const answer = (as: 'accept' | 'decline') => async (eventId: string, who: { id: string }) =>
  answerOffer(ownDeps, await createToken(db, who.id), eventId, as);
const [accept, decline] = [answer('accept'), answer('decline')];

/** An event with one place, which is offered to the first person on the list, until `ends`. */
async function offerOne({ waiting = 2, ends = inMinutes(60), ...values }: { waiting?: number; ends?: Date; date?: string } = {}) {
  const event = await addEvent(1, { waiting_list: 'manual', ...values });
  const { placed, list } = await fill(event, { places: 1, waiting });
  await call(event, placed[0]!, 'delete');
  await call(event, list[0]!, 'promote', { as: 'offer' });
  await setEnd(list[0]!, ends);
  await editEvent(event, { waiting_list: 'offer' });
  await db.deleteFrom('registration_changes').execute();
  return { event, list };
}

describe('an offer whose time is over', () => {
  test('WTL-15: ends, is recorded, and the place is offered to the next; screens are notified', async () => {
    const { event, list } = await offerOne({ ends: inMinutes(-1) });
    const reported: Notice[] = [];
    expect(await expire((...more) => reported.push(...more))).toBe(false);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['cancelled', 'offered'], [{ taken: 1, waiting: 0 }]]);
    expect(await changes()).toEqual([
      { submission_id: list[0]!.id, kind: 'expired', actor: 'automatic', details: { reason: 'expired' } },
      { submission_id: list[1]!.id, kind: 'offered', actor: 'automatic', details: {} },
    ]);
    expect(reported).toMatchObject([
      { topic: 'dashboard' },
      { topic: `series/${seriesId()}` },
      { topic: `event/${event}`, ids: list.map(({ id }) => id) },
    ]);
  });

  test('WTL-15: stays while it has time left, or its mail has not been sent', async () => {
    const { event, list } = await offerOne();
    await expire();
    expect(await statusOf(...list)).toEqual(['offered', 'waiting']);
    await db.updateTable('waiting_entries').set({ offer_ends_at: null }).execute();
    await expire();
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['offered', 'waiting'], [{ event_id: event, taken: 1 }]]);
  });

  test('WTL-15: ends once, regardless of the number of workers, in all series', async () => {
    const { list } = await offerOne({ ends: inMinutes(-1) });
    await Promise.all([expire(), expire(), expire(), expire()]);
    expect((await changes()).map(({ kind }) => kind)).toEqual(['expired', 'offered']);
    expect(await statusOf(...list)).toEqual(['cancelled', 'offered']);
  });

  test('WTL-15: is found by a worker', async () => {
    const { list } = await offerOne({ ends: inMinutes(-1) });
    await runWorker(server, world.settings);
    await until('the offer to end', async () => (await statusOf(list[0]!))[0] === 'cancelled');
    expect(await statusOf(list[1]!)).toEqual(['offered']);
  });

  test('WTL-22: ends without a mail if the event has begun, and nobody is promoted', async () => {
    const { event, list } = await offerOne({ ends: inMinutes(-1) });
    await db
      .updateTable('events')
      .set({ starts_at: inMinutes(-30) })
      .where('id', '=', event)
      .execute();
    await expire();
    expect(await statusOf(...list)).toEqual(['cancelled', 'waiting']);
    expect(await changes()).toMatchObject([{ kind: 'expired', details: { tell: false } }]);
  });

  test('WTL-20: ends for a hidden event too, and nobody is promoted', async () => {
    const { event, list } = await offerOne({ ends: inMinutes(-1) });
    await editEvent(event, { show_on_form: false });
    await expire();
    expect(await statusOf(...list)).toEqual(['cancelled', 'waiting']);
  });
});

describe('the person with an offer', () => {
  test('WTL-14: accepts it, once', async () => {
    const { event, list } = await offerOne();
    for (let turn = 0; turn < 2; turn += 1) await accept(event, list[0]!);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['confirmed', 'waiting'], [{ taken: 1, waiting: 1 }]]);
    expect(await changes()).toMatchObject([{ kind: 'accepted', actor: 'visitor' }]);
  });

  test('WTL-14: accepts one whose mail has not been sent, and WTL-20 one for a hidden event', async () => {
    const { event, list } = await offerOne();
    await db.updateTable('waiting_entries').set({ offer_ends_at: null }).execute();
    await editEvent(event, { show_on_form: false });
    await accept(event, list[0]!);
    expect([await statusOf(...list)]).toEqual([['confirmed', 'waiting']]);
  });

  test('WTL-14, WTL-16: is refused after its end, even if no worker has ended it yet, and gets the current state', async () => {
    const { event, list } = await offerOne({ ends: inMinutes(-0.001) });
    await expect(accept(event, list[0]!)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This offer has ended.',
      details: { current: { status: 'offered' } },
    });
    await expire();
    await expect(accept(event, list[0]!)).rejects.toMatchObject({ details: { current: { status: 'cancelled' } } });
    await expect(accept(event, list[1]!)).resolves.toMatchObject({ status: 'offered' });
    const waiting = await submitTo([], [event]);
    await expect(accept(event, waiting)).rejects.toMatchObject({ details: { current: { status: 'waiting' } } });
  });

  test('WTL-18: declines it, leaves the list, and the next is promoted; a repeated call changes nothing', async () => {
    const { event, list } = await offerOne();
    for (let turn = 0; turn < 2; turn += 1) await decline(event, list[0]!);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['cancelled', 'offered'], [{ taken: 1, waiting: 0 }]]);
    expect(await changes()).toMatchObject([{ kind: 'declined', actor: 'visitor', details: { reason: 'declined' } }, { kind: 'offered' }]);
    await accept(event, list[1]!);
    await expect(decline(event, list[1]!)).rejects.toMatchObject({ code: 'conflict', details: { current: { status: 'confirmed' } } });
  });

  test(
    'WTL-16: accepts in the second in which it ends: the place has one holder, or someone on the list gets it',
    { timeout: 120_000 },
    async () => {
      const outcomes = new Set<string>();
      for (let run = 0; run < RUNS; run += 1) {
        const ends = new Date(Date.now() + 60_000);
        const { event, list } = await offerOne({ ends });
        const token = await createToken(db, list[0]!.id);
        // As close to the end as possible, a little before or after it.
        await setEnd(list[0]!, new Date(Date.now() + (run % 12) - 2));
        const acts = [answerOffer(ownDeps, token, event, 'accept'), expire(), expire()].map((act) =>
          act.then(
            () => 'done',
            () => 'refused',
          ),
        );
        const [accepted] = await Promise.all(acts);
        await until('the end to be over', async () => (await statusOf(list[0]!))[0] !== 'offered' || (await expire(), false));
        const [first, second] = await statusOf(...list);
        expect([accepted === 'done' ? ['confirmed', 'waiting'] : ['cancelled', 'offered']]).toContainEqual([first, second]);
        expect(await readPlaces()).toContainEqual(
          expect.objectContaining({ event_id: event, taken: 1, waiting: first === 'confirmed' ? 1 : 0 }),
        );
        outcomes.add(first ?? '');
      }
      expect(outcomes).toEqual(new Set(['confirmed', 'cancelled']));
    },
  );
});

describe('WTL-21: a new date', () => {
  const hours = (count: number): string => inMinutes(count * 60).toISOString();

  test.each([
    ['later: the offer keeps its end', 90, 20],
    ['earlier: the offer ends two hours before the start', 8, 6],
    ['very soon: not within the next hour', 2.5, 1],
    ['taken away: the offer keeps its end', null, 20],
  ])('%s', async (_case, startsIn, endsIn) => {
    const { event } = await offerOne({ date: hours(48), ends: inMinutes(20 * 60), waiting: 1 });
    expect((await editEvent(event, { date: startsIn === null ? null : hours(startsIn) })).status).toBe(200);
    const [end] = await readEnds();
    const expected = inMinutes(endsIn * 60).getTime();
    expect(Math.abs((end?.getTime() ?? 0) - expected)).toBeLessThanOrEqual(MINUTE);
    if (endsIn !== 20) expect((end?.getTime() ?? 1) % MINUTE).toBe(0);
    if (endsIn === 1) expect(end?.getTime()).toBeGreaterThanOrEqual(expected - 2_000);
  });

  test.each([-48, 3])(
    'that was mistyped and is corrected restores the offer’s end as its mail states it: %i hours from now',
    async (startsIn) => {
      const { event, list } = await offerOne({ date: hours(48), ends: inMinutes(20 * 60), waiting: 1 });
      const [told] = await readEnds();
      const submission_id = list[0]!.id;
      const ofOffer = {
        form_id: seriesId(),
        event_id: event,
        submission_id,
        kind: 'offered',
        actor: 'staff',
        awaiting_fan_out: false,
      } as const;
      const until = told!.toISOString();
      await db
        .insertInto('registration_changes')
        .values({ ...ofOffer, id: newId(), details: JSON.stringify({ until }) })
        .execute();
      await editEvent(event, { date: hours(startsIn) });
      expect((await readEnds())[0]!.getTime()).toBeLessThan(told!.getTime());
      await editEvent(event, { date: hours(48) });
      expect(await readEnds()).toEqual([told]);
    },
  );

  test('does not end an offer later, nor one whose mail has not been sent', async () => {
    const { event } = await offerOne({ date: hours(48), ends: inMinutes(30), waiting: 1 });
    const [before] = await readEnds();
    await editEvent(event, { date: hours(6) });
    expect(await readEnds()).toEqual([before]);
    await db.updateTable('waiting_entries').set({ offer_ends_at: null }).execute();
    await editEvent(event, { date: hours(3) });
    expect(await readEnds()).toEqual([null]);
  });
});
