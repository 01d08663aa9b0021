import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createConnectedServer } from '#server/testing/connected-server.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { inTenDays, ownRegistration, statusesIn } from '#server/testing/own-registration.ts';
import { waitingList } from '#server/testing/waiting-list.ts';

const server = await createConnectedServer();
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, submitTo, seriesId } = limited;
const { call, fill, statusOf, expectCounted, readChanges } = waitingList(server, limited);

const { letSelfServe, tokenOf, read, act } = ownRegistration(server, limited);

const LATER = '2055-03-01T09:30:00Z';

describe('other events', () => {
  test('SLF-13: what is left out is cancelled, what is new is signed up for, and who waits gets the place', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1, { waiting_list: 'direct' }), await addEvent(1, { event_title: 'First aid', date: LATER })];
    const { placed, list } = await fill(from, { places: 1, waiting: 1 });
    const answer = await act(await tokenOf(placed[0]!), 'events', { events: [to] });
    expect(statusesIn(answer)).toEqual(['cancelled', 'confirmed']);
    expect(await statusOf(list[0]!)).toEqual(['confirmed']);
    const changes = await db
      .selectFrom('registration_changes')
      .select(['kind', 'event_id', 'details'])
      .where('kind', '=', 'events_changed')
      .execute();
    expect(changes).toEqual([
      {
        kind: 'events_changed',
        event_id: null,
        details: { changes: [{ label: 'Events', before: 'Fire safety', now: 'First aid' }], reason: 'visitor', left: [from], added: [to] },
      },
    ]);
    const cancelled = await server.get(`/event_series/${seriesId()}/event/${from}?registration=cancelled`);
    expect(cancelled.body.data.submissions[0]._registration).toMatchObject({ cancelled_by: 'Visitor', reason: 'visitor' });
    await expectCounted();
  });

  test('WTL-18: who declined an offer takes a place, if one is free', async () => {
    const event = await addEvent(1, { waiting_list: 'manual' });
    const { list } = await fill(event, { places: 1, waiting: 1 });
    await call(event, list[0]!, 'promote', { as: 'offer' });
    const token = await tokenOf(list[0]!);
    expect(statusesIn(await act(token, 'decline', { event_id: event }))).toEqual(['cancelled']);
    await server.post(`/event_series/${seriesId()}/event/${event}/edit`, { maximum_participants: 2 });
    expect(statusesIn(await act(token, 'events', { _waiting_list: [event] }))).toEqual(['confirmed']);
    await expectCounted();
  });

  test('PLC-49, WTL-18: an offer that is left out is declined, and its list can be joined again', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1, { waiting_list: 'manual' }), await addEvent(1, { event_title: 'First aid', date: LATER })];
    const { list } = await fill(from, { places: 1, waiting: 1 });
    await call(from, list[0]!, 'promote', { as: 'offer' });
    const token = await tokenOf(list[0]!);
    expect(statusesIn(await act(token, 'events', { events: [to] }))).toEqual(['cancelled', 'confirmed']);
    const kinds = (await readChanges()).filter(({ submission_id: id }) => id === list[0]!.id).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['declined', 'events_changed', 'offered']);
    const { body } = await server.get(`/event_series/${seriesId()}/statistics`);
    expect(body.data.places).toMatchObject([{ offers_not_taken: 1 }, { offers_not_taken: 0 }]);
    const cancelled = await server.get(`/event_series/${seriesId()}/event/${from}?registration=cancelled`);
    expect(cancelled.body.data.submissions[0]._registration).toMatchObject({ cancelled_by: 'Visitor', reason: 'declined' });
    await letSelfServe({ self_service_events: false });
    const again = await act(token, 'events', { events: [to], _waiting_list: [from] });
    expect(statusesIn(again)).toEqual(['waiting', 'confirmed']);
    await expectCounted();
  });

  test('SLF-13: a swap to a full event keeps the old one', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1), await addEvent(0, { event_title: 'First aid', date: LATER })];
    const token = await tokenOf(await submitTo([from]));
    const { status, body } = await act(token, 'events', { events: [to] });
    expect([status, body.errors]).toEqual([422, [{ path: 'events', message: '‘First aid’ is now full. Please choose again.' }]]);
    expect(body.places).toMatchObject([{ event_id: from }, { event_id: to, is_full: true }]);
    expect(statusesIn(await read(token))).toEqual(['confirmed']);
    expect(await readChanges()).toEqual([]);
    await expectCounted();
  });

  test('SLF-13: a full event with a list is waited for by who asks for that', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1), await addEvent(0, { event_title: 'First aid', waiting_list: 'manual', date: LATER })];
    const token = await tokenOf(await submitTo([from]));
    const answer = await act(token, 'events', { events: [from], _waiting_list: [to] });
    expect(answer.body.data.registrations).toMatchObject([{ status: 'confirmed' }, { status: 'waiting', position: 1 }]);
    const changes = await db.selectFrom('registration_changes').select(['kind', 'event_id', 'details']).orderBy('kind').execute();
    const moved = [{ label: 'Events', before: 'Fire safety', now: 'Fire safety, First aid' }];
    expect(changes).toEqual([
      { kind: 'events_changed', event_id: null, details: { changes: moved, tell: false } },
      { kind: 'joined', event_id: to, details: { tell: true, position: 1 } },
    ]);
    await expectCounted();
  });

  test('SLF-14: one must stay, required answers of new events are asked, those of events that were left are dropped', async () => {
    await letSelfServe();
    const brunch = await addEvent(5, { brunch_event: true });
    const other = await addEvent(5, { brunch_event: true, event_title: 'First aid', date: LATER });
    for (const [label, id] of [
      ['Menu', brunch],
      ['Dish', other],
    ])
      await server.post(`/event_series/${seriesId()}/addeventseriesformfields`, [
        { type: 'input', label, required: true, brunch_event: true, brunch_event_id: id },
      ]);
    const token = await tokenOf(await submitTo([brunch], [], { menu: 'Soup' }));
    expect((await act(token, 'events')).body.errors).toEqual([{ path: 'events', message: 'To give up all, choose Cancel everything.' }]);
    expect((await act(token, 'events', { events: [other] })).body.errors).toEqual([{ path: 'dish', message: 'This field is required' }]);
    const { body } = await act(token, 'events', { events: [other], answers: { dish: 'Pie', menu: 'More' } });
    expect(body.data.answers).toEqual({ dish: 'Pie' });
    expect(await db.selectFrom('submissions').select('answers').executeTakeFirst()).toEqual({ answers: { dish: 'Pie' } });
  });

  test('SLF-15: an event whose changes are over stays, whatever is chosen', async () => {
    await letSelfServe({ self_service_hours: 720 });
    const near = await addEvent(2, { date: inTenDays() });
    const [far, other] = [await addEvent(2, { date: '2056-01-12T09:00:00Z' }), await addEvent(2, { date: '2056-02-12T09:00:00Z' })];
    const token = await tokenOf(await submitTo([near, far]));
    expect(statusesIn(await act(token, 'events', { events: [other] }))).toEqual(['confirmed', 'cancelled', 'confirmed']);
  });

  test('SLF-1: with the tick off events cannot be changed', async () => {
    await letSelfServe({ self_service_events: false });
    const [from, to] = [await addEvent(1), await addEvent(1)];
    expect(await act(await tokenOf(await submitTo([from])), 'events', { events: [to] })).toMatchObject({ status: 409 });
  });
});

describe('corrections', () => {
  async function signedUp() {
    await letSelfServe();
    const event = await addEvent(5);
    await server.post(`/event_series/${seriesId()}/addeventseriesformfields`, [{ type: 'input', label: 'Diet' }]);
    const person = await submitTo([event], [], { diet: 'None' });
    return { event, person, token: await tokenOf(person) };
  }

  test('SLF-11: details and answers are corrected, with the old ones in the history', async () => {
    const { token } = await signedUp();
    const { body } = await act(token, 'edit', { first_name: ' Bea ', diet: 'Vegan', accepts_marketing: true, email: 'new@example.com' });
    expect(body.data).toMatchObject({ person: { first_name: 'Bea', accepts_marketing: true }, answers: { diet: 'Vegan' }, version: 2 });
    expect(body.data.person.email).not.toBe('new@example.com');
    const { details } = await db.selectFrom('registration_changes').select('details').executeTakeFirstOrThrow();
    expect(details).toEqual({
      changes: [
        { label: 'First name', before: 'Ada', now: 'Bea' },
        { label: 'Emails about events', before: 'No', now: 'Yes' },
        { label: 'Diet', before: 'None', now: 'Vegan' },
      ],
    });
  });

  test.each([
    [{ first_name: ' ' }, { path: 'first_name', message: 'First name is required' }],
    [{ last_name: 'https://spam.example' }, { path: 'last_name', message: 'Please enter a name without a web or e-mail address' }],
    [{ diet: 'x'.repeat(1_001) }, { path: 'diet', message: 'Please use at most 1,000 characters' }],
    [{ accepts_marketing: 'yes' }, { path: 'accepts_marketing', message: 'Please answer with true or false' }],
  ])('SLF-11: the rules are those of the form: %j', async (sent, error) => {
    const { token } = await signedUp();
    const { status, body } = await act(token, 'edit', sent);
    expect([status, body.errors]).toEqual([422, [error]]);
  });

  test('SLF-12: open screens of staff are told of what was saved beside it', async () => {
    const { event, person, token } = await signedUp();
    await server.post(`/event_series/${seriesId()}/event/${event}/submission/${person.id}/edit`, { first_name: 'Eve' });
    await setTimeout(1_700); // Longer than changes are gathered.
    const reader = await readLive(server.url);
    expect(await act(token, 'edit', { first_name: 'Bea', last_name: 'Bell' }, { 'if-match': '1' })).toMatchObject({ status: 409 });
    await expect.poll(() => reader.told(`event/${event}`).ids, { timeout: 10_000 }).toEqual([person.id]);
  });

  test('SLF-12: what staff have changed meanwhile is told, the rest is saved', async () => {
    const { event, person, token } = await signedUp();
    const path = `/event_series/${seriesId()}/event/${event}/submission/${person.id}/edit`;
    await server.post(path, { first_name: 'Eve', diet: 'Fish' });
    const answer = await act(token, 'edit', { first_name: 'Bea', last_name: 'Bell', diet: 'Fish' }, { 'if-match': '1' });
    expect([answer.status, answer.body.current]).toEqual([409, { first_name: 'Eve' }]);
    const { body } = await read(token);
    expect(body.data.person).toMatchObject({ first_name: 'Eve', last_name: 'Bell' });
    const again = await act(token, 'edit', { first_name: 'Bea' }, { 'if-match': String(body.data.version) });
    expect([again.status, again.body.data.person.first_name]).toEqual([200, 'Bea']);
  });
});
