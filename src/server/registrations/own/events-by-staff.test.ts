import { describe, expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';

const server = await createTestServer();
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, editEvent, submitTo, readPlaces, seriesId } = limited;
const { fill, statusOf, readChanges } = waitingList(server, limited);

/** The events of a sign-up as staff read and change them. */
function eventsOf({ id }: { id: string }, ofEvent: string) {
  const path = `/event_series/${seriesId()}/event/${ofEvent}/submission/${id}/events`;
  return {
    read: async () => (await server.get(path)).body.data,
    change: (body: object, ifMatch?: number) =>
      server.post(path, body, ifMatch === undefined ? {} : { headers: { 'if-match': String(ifMatch) } }),
  };
}

const statuses = async (person: { id: string }, ...events: string[]) => {
  const rows = await db.selectFrom('registrations').select(['event_id', 'status']).where('submission_id', '=', person.id).execute();
  return events.map((event) => rows.find(({ event_id: id }) => id === event)?.status ?? 'none');
};

describe('USE-3: staff change the events of a person', () => {
  test('one call moves them, also to a hidden and past event; the place goes to the next; one change is recorded', async () => {
    const [from, to] = [await addEvent(1, { waiting_list: 'direct' }), await addEvent(9)];
    const { placed, list } = await fill(from, { places: 1, waiting: 1 });
    await editEvent(to, { show_on_form: false, date: '2020-01-12', end_date: null });
    const { read, change } = eventsOf(placed[0]!, from);
    expect(await read()).toMatchObject({ events: [{ event_id: from, status: 'confirmed', position: null }], elsewhere: [] });
    const answer = await change({ events: [to], tell: true }, (await read()).version);
    expect([answer.status, answer.body.data]).toEqual([200, await read()]);
    expect([await statuses(placed[0]!, from, to), await statusOf(list[0]!)]).toEqual([['cancelled', 'confirmed'], ['confirmed']]);
    expect((await readChanges()).map(({ kind, actor }) => `${kind} ${actor}`)).toEqual(['events_changed staff', 'promoted automatic']);
    const { details, actor_name: by } = await db
      .selectFrom('registration_changes')
      .select(['details', 'actor_name'])
      .where('kind', '=', 'events_changed')
      .executeTakeFirstOrThrow();
    expect([by, details]).toMatchObject(['Ada Marsh', { tell: true, reason: 'staff', left: [from], added: [to] }]);
    const cancelled = await server.get(`/event_series/${seriesId()}/event/${from}?registration=cancelled`);
    expect(cancelled.body.data.submissions[0]._registration).toMatchObject({ cancelled_by: 'Ada Marsh', reason: 'moved' });
  });

  test('nobody is notified if all events changed are over', async () => {
    const [past, other, current] = [await addEvent(9), await addEvent(9), await addEvent(9)];
    const { placed } = await fill(past, { places: 1 });
    for (const event of [past, other]) await editEvent(event, { date: '2020-01-12', end_date: null });
    await editEvent(current, { date: '2020-01-12', end_date: '2050-01-12' });
    const { change } = eventsOf(placed[0]!, past);
    for (const events of [[other], [other, current]]) expect((await change({ events, tell: true })).status).toBe(200);
    const changes = db.selectFrom('registration_changes').select('details').where('kind', '=', 'events_changed').orderBy('id');
    expect(await changes.execute()).toMatchObject([{ details: { tell: false } }, { details: { tell: true } }]);
  });

  test('someone who waits or has an offer gets the place; such events that are not chosen stay, and one event must remain', async () => {
    const [held, waited, full] = [await addEvent(9), await addEvent(1, { waiting_list: 'manual' }), await addEvent(1)];
    await fill(waited, { places: 1 });
    await submitTo([full], [], { email: 'f@example.com' });
    const person = await submitTo([held], [waited], { email: 'ada@example.com' });
    const { change } = eventsOf(person, held);
    expect((await change({ events: [held, full] })).status).toBe(200);
    expect(await statuses(person, held, waited, full)).toEqual(['confirmed', 'waiting', 'confirmed']);
    expect((await change({ events: [waited] })).status).toBe(200);
    expect([await statuses(person, held, waited, full), await readPlaces()]).toMatchObject([
      ['cancelled', 'confirmed', 'cancelled'],
      expect.arrayContaining([expect.objectContaining({ event_id: waited, taken: 2, waiting: 0 })]),
    ]);
    expect(await change({ events: [] })).toMatchObject({ status: 422, body: { errors: [{ path: 'events' }] } });
    expect(await change({ events: [held, crypto.randomUUID()] })).toMatchObject({ status: 422 });
  });

  test('over a maximum, and after another change, nothing is done: 409 has the current state', async () => {
    const [held, full] = [await addEvent(9), await addEvent(1, { waiting_list: 'manual' })];
    await fill(full, { places: 1 });
    const person = await submitTo([held], [], { email: 'ada@example.com' });
    const { read, change } = eventsOf(person, held);
    const { version } = await read();
    expect((await change({ events: [held, full], over: [held] }, version)).body, 'agreed for another event').toMatchObject({
      status: 409,
      detail: 'This goes 1 over the maximum of 1.',
      current: { over: [{ event_id: full, over: 1, maximum: 1 }] },
    });
    await server.post(`/event_series/${seriesId()}/event/${held}/submission/${person.id}/cancel`, {});
    expect((await change({ events: [held, full], over: [full] }, version)).body).toMatchObject({
      status: 409,
      current: { events: [{ event_id: held, status: 'cancelled' }] },
    });
    expect(await statuses(person, held, full)).toEqual(['cancelled', 'none']);
    expect((await change({ events: [held, full], over: [full] }, (await read()).version)).status).toBe(200);
    const again = await submitTo([held], [], { email: 'ADA@example.com' });
    expect((await eventsOf(again, held).read()).elsewhere.toSorted()).toEqual([held, full].toSorted());
  });
});
