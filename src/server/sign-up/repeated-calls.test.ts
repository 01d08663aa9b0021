import { expect, test } from 'vitest';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { confirmed, limitedSeries, waiting } from '#server/testing/limited-series.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { buildSignUp, until } from '#server/testing/worker.ts';

const server = await createSignUpPageServer();
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, submit, submitTo, otherServer, readPlaces, seriesId } = limited;
const { post, linkOf, choose, statusesOf } = selfService(server);

test('PLC-23: a retry by the person who got the last place gets the first answer, not that the event is full', async () => {
  const event = await addEvent(1, { waiting_list: 'manual' });
  const first = await submit({ events: [event] }, 'k');
  expect(await submit({ events: [event] }, 'k')).toEqual(first);
  const waited = await submit({ _waiting_list: [event] }, 'w');
  await submitTo([], [event]);
  expect(await submit({ _waiting_list: [event] }, 'w', otherServer())).toEqual(waited);
  expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 2 }]);
});

test('PLC-23: a retry while another server stores the first call gets the first answer, too', async () => {
  const event = await addEvent(1);
  const email = 'slow@example.com';
  const calls = await db.transaction().execute(async (tx) => {
    // The first call has its place, and waits for the lock on its address.
    await tx.insertInto('address_counts').values({ form_id: seriesId(), email_key: email, registrations: 1 }).execute();
    const first = submit({ events: [event], email }, 'k', otherServer());
    await until('the first call to wait', async () => (await countWaitingForLocks(db)) === 1);
    const again = submit({ events: [event], email }, 'k');
    await until('the retry to wait', async () => (await countWaitingForLocks(db)) === 2);
    return { both: [first, again] };
  });
  const [first, again] = await Promise.all(calls.both);
  expect(again).toEqual(first);
});

test('PLC-23: a retry gets the first answer, whatever staff have changed in the registrations since', async () => {
  const event = await addEvent(1, { waiting_list: 'manual' });
  const [first, waited] = [await submit({ events: [event] }, 'k'), await submit({ _waiting_list: [event] }, 'w')];
  const actOn = ({ id }: { id: string }, act: string, body: object) =>
    server.post(`/event_series/${seriesId()}/event/${event}/submission/${id}/${act}`, body);
  expect((await actOn(first, 'cancel', {})).status).toBe(200);
  expect((await actOn(waited, 'promote', { as: 'confirmed' })).status).toBe(200);
  expect([await submit({ events: [event] }, 'k'), await submit({ _waiting_list: [event] }, 'w')]).toEqual([first, waited]);
});

test('PLC-23: a retry gets the first answer, whatever the person has changed in the registrations since', async () => {
  await server.post(`/event_series/${seriesId()}/edit`, { self_service: true });
  const event = await addEvent(1, { waiting_list: 'manual' });
  const place = await addEvent(2, { event_title: 'First aid' });
  const list = await addEvent(0, { event_title: 'Welcome', waiting_list: 'manual' });
  const first = await submit({ events: [event] }, 'k');
  const waited = await submit({ _waiting_list: [event] }, 'w');
  const path = await linkOf(first);
  await choose(path, { events: place, _waiting_list: list });
  await choose(path, { events: place, _waiting_list: [list, event] });
  expect(await statusesOf(first)).toEqual(['waiting', 'confirmed', 'waiting']);
  const waiter = await linkOf(waited);
  await post(`${waiter}/cancel?event=${event}`);
  await choose(waiter, { events: place });
  expect(await statusesOf(waited)).toEqual(['cancelled', 'confirmed']);
  expect([await submit({ events: [event] }, 'k'), await submit({ _waiting_list: [event] }, 'w')]).toEqual([first, waited]);
});

test('PLC-24: the place that a repeated call did not need goes to the next, who is not refused', async () => {
  const [event, others] = [await addEvent(2), await addEvent(500, { event_title: 'Welcome' })];
  await submit({ events: [event] }, 'k');
  const blocker = submitTo([others]);
  const [again, next] = await Promise.all([submit({ events: [event] }, 'k'), submitTo([event])]);
  await blocker;
  expect([again.registrations, next.registrations]).toEqual([[confirmed(event)], [confirmed(event)]]);
  expect(await readPlaces()).toMatchObject([{ taken: 2 }, { taken: 1 }]);
});

test.each(['k', 'new'])('PLC-24: nobody waits for the place that a call with the key %s, sent twice, did not need', async (key) => {
  const [event, others] = [await addEvent(2, { waiting_list: 'direct' }), await addEvent(500, { event_title: 'Welcome' })];
  if (key === 'k') await submit({ events: [event] }, 'k');
  const blocker = submitTo([others]);
  const calls = [submit({ events: [event] }, key), submit({ events: [event] }, key), submitTo([], [event])];
  const [first, again, next] = await Promise.all(calls);
  await blocker;
  expect(again).toEqual(first);
  expect(next?.registrations).toEqual([confirmed(event)]);
  expect((await submitTo([], [event])).registrations).toEqual([waiting(event, 1)]);
});

test.each(['direct', 'off'])(
  'PLC-24: nobody waits or is refused because of a call whose key another server stores at the same moment, with the waiting list %s',
  async (list) => {
    const [event, others] = [await addEvent(1, { waiting_list: list }), await addEvent(500, { event_title: 'Welcome' })];
    const { settled } = await db.transaction().execute(async (tx) => {
      await buildSignUp(tx, { form_id: seriesId() }, { idempotency_key: 'k' });
      const blocker = submitTo([others]);
      const both = [submit({ events: [event] }, 'k'), list === 'off' ? submitTo([event]) : submitTo([], [event])];
      // Watched from here: the call with the key may be refused before the transaction is known to have ended.
      const calls = Promise.allSettled([...both, blocker]);
      await until('the batch to come upon the key', async () => (await countWaitingForLocks(db)) > 0);
      return { settled: calls };
    });
    const [, next] = await settled;
    expect(next?.status).toBe('fulfilled');
    expect(await readPlaces()).toMatchObject([{ event_id: event, taken: 1, waiting: 0 }, { taken: 1 }]);
  },
);
