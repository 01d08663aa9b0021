import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { buildSignUp, until } from '#server/testing/worker.ts';

const server = await createTestServer();
const { db } = server;
const { addEvent, editEvent, submit, submitTo, readPlaces, seriesId } = limitedSeries(server);

const lockPlaces = (tx: Tx, eventId: string) =>
  sql`select from event_places where event_id = ${eventId} for no key update nowait`.execute(tx);

const isLocked = async (eventId: string): Promise<boolean> => {
  const [locking] = await Promise.allSettled([db.transaction().execute((tx) => lockPlaces(tx, eventId))]);
  if (locking.status === 'rejected') expect(locking.reason).toMatchObject({ code: '55P03' });
  return locking.status === 'rejected';
};

const waitForLock = (what: string) => until(what, async () => (await countWaitingForLocks(db)) > 0);

/** Which of these counters `act` has locked by the time it waits for another transaction's lock. */
async function lockedMeanwhile(hold: (tx: Tx) => Promise<unknown>, act: () => Promise<unknown>, eventIds: readonly string[]) {
  const { done, locked } = await db.transaction().execute(async (tx) => {
    await hold(tx);
    const acting = Promise.allSettled([act()]);
    await waitForLock('the call to wait');
    return { done: acting, locked: await Promise.all(eventIds.map(isLocked)) };
  });
  await done;
  return locked;
}

/** Two limited events; the first one's counter is after that of the second in the table. */
async function buildEvents(): Promise<[string, string]> {
  const events: [string, string] = [await addEvent(500), await addEvent(500, { event_title: 'First aid' })];
  await editEvent(events[0], { maximum_participants: 400 });
  await sql`analyze event_places`.execute(db);
  return events;
}

const WAYS = {
  'a lone sign-up': ([one, other]: string[]) => submitTo([other!, one!]),
  'a batch of sign-ups': async ([one, other]: string[]) => {
    const open = await addEvent(null, { close_when_full: false, event_title: 'Welcome' });
    await Promise.all([submitTo([open]), submitTo([other!, one!]), submitTo([one!, other!]), submitTo([other!, one!])]);
  },
};

test.each(Object.entries(WAYS))('PLC-17: %s locks the counters of events in the order of their ids', async (_, signUp) => {
  const events = await buildEvents();
  const act = () => signUp(events);
  expect(await lockedMeanwhile((tx) => lockPlaces(tx, events[1]), act, [events[0]])).toEqual([true]);
  expect(await lockedMeanwhile((tx) => lockPlaces(tx, events[0]), act, [events[1]])).toEqual([false]);
});

test('PLC-17: a sign-up waits for its series before it locks a counter, and holds the counter before its submission is written', async () => {
  const [event] = await buildEvents();
  const lockSeries = (tx: Tx) => lockForm(tx, { kind: 'series', id: seriesId() });
  expect(await lockedMeanwhile(lockSeries, () => submitTo([event]), [event])).toEqual([false]);
  const takeKey = (tx: Tx) => buildSignUp(tx, { form_id: seriesId() }, { idempotency_key: 'k' });
  expect(await lockedMeanwhile(takeKey, () => submit({ events: [event] }, 'k'), [event])).toEqual([true]);
});

test('PLC-17, PLC-29: staff who add an attendee wait for the counter without a lock on the address’s row', async () => {
  const [event] = await buildEvents();
  await submitTo([event]);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const { adding } = await db.transaction().execute(async (tx) => {
    await lockPlaces(tx, event);
    const call = server.post(`/event_series/${seriesId()}/event/${event}/submission/add`, person);
    await waitForLock('staff to wait');
    await sql`select from address_counts where form_id = ${seriesId()} for update nowait`.execute(tx);
    return { adding: call };
  });
  expect((await adding).status).toBe(200);
  expect(await readPlaces()).toMatchObject([{ taken: 2 }, { taken: 0 }]);
});
