import { describe, expect, test } from 'vitest';
import { buildEvent, newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;
const { addEvent, editEvent, submitTo, readPlaces, seriesId } = limitedSeries(server);

const readEvent = async (eventId: string) => (await server.get(`/event_series/${seriesId()}/event/${eventId}`)).body.data;
const readPublic = async () => (await server.get(`/event_series/${seriesId()}`, { as: 'visitor' })).body.data.events;
const addAttendee = (eventId: string, values: Record<string, unknown> = {}) =>
  server.post(`/event_series/${seriesId()}/event/${eventId}/submission/add`, newSignUp(values));
const formVersion = async () => (await db.selectFrom('forms').select('form_version').executeTakeFirstOrThrow()).form_version;
const needsMaximum = [{ path: 'maximum_participants', message: 'Please enter a maximum, or switch off Close when full' }];

describe('settings of a limited event', () => {
  test('are read as they were written; missing ones have their defaults, and change nothing', async () => {
    const plain = await addEvent(null, { close_when_full: undefined });
    const defaults = { close_when_full: false, show_places_left_from: 10, waiting_list: 'off', offer_hours: 24 };
    expect(await readEvent(plain)).toMatchObject(defaults);
    const limits = { close_when_full: true, show_places_left_from: null, waiting_list: 'offer', offer_hours: 48 };
    const event = await addEvent(12, limits);
    expect(await readEvent(event)).toMatchObject(limits);
    expect((await editEvent(event, { event_title: 'Day two' })).body.data).toMatchObject(limits);
    expect(await readPlaces()).toMatchObject([{ event_id: event, capacity: 12 }]);
  });

  test.each([
    ['offer_hours', 0],
    ['offer_hours', 169],
    ['offer_hours', 1.5],
    ['offer_hours', null],
    ['show_places_left_from', -1],
    ['show_places_left_from', 1_000_001],
    ['show_places_left_from', 'many'],
  ])('%s of %s is refused', async (name, value) => {
    const event = await addEvent(12);
    const { status, body } = await editEvent(event, { [name]: value });
    expect([status, body.errors]).toEqual([422, [{ path: name, message: 'Please enter a whole number' }]]);
  });

  test('PLC-8: closing when full requires a maximum, which may be 0', async () => {
    const event = await addEvent(null, { close_when_full: false });
    const added = await server.post(`/event_series/${seriesId()}/event/add`, {
      event_title: 'Day two',
      google_calendar_id: 'c',
      date: '2055-01-12',
      close_when_full: true,
    });
    const edited = await editEvent(event, { close_when_full: true });
    for (const { status, body } of [added, edited]) expect([status, body.errors]).toEqual([422, needsMaximum]);
    expect((await editEvent(event, { close_when_full: true, maximum_participants: 0 })).status).toBe(200);
    expect((await editEvent(event, { maximum_participants: null })).body.errors).toEqual(needsMaximum);
    expect((await readPublic())[0].places).toMatchObject({ is_full: true, left: 0 });
  });

  test('PLC-9: when it is switched on, the places held are counted, and forms are read again; a new maximum applies immediately; when it is switched off, nothing is counted', async () => {
    const event = await addEvent(null, { close_when_full: false });
    await submitTo([event]);
    await addAttendee(event);
    const before = await formVersion();
    await editEvent(event, { close_when_full: true, maximum_participants: 3 });
    expect([await readPlaces(), (await formVersion()) > before]).toEqual([
      [{ event_id: event, capacity: 3, taken: 2, waiting: 0, unreachable: 0 }],
      true,
    ]);
    await submitTo([event]);
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
    await editEvent(event, { maximum_participants: 4 });
    await submitTo([event]);
    await editEvent(event, { close_when_full: false });
    await submitTo([event]);
    expect(await readPlaces()).toEqual([]);
  });

  test('PLC-10: while someone waits or has an offer the limit stays', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    await submitTo([], [event]);
    const one = '1 person is waiting or has an offer. Give them a place or remove them first.';
    expect((await editEvent(event, { close_when_full: false })).body).toMatchObject({ status: 409, detail: one });
    await submitTo([], [event]);
    await db.updateTable('registrations').set({ status: 'offered' }).execute();
    const two = '2 people are waiting or have an offer. Give them places or remove them first.';
    expect((await editEvent(event, { maximum_participants: null })).body).toMatchObject({ status: 409, detail: two });
    expect((await editEvent(event, { waiting_list: 'off', maximum_participants: 9 })).status).toBe(200);
  });

  test('PLC-11: nobody loses a place by a lower maximum; none is left until enough are free', async () => {
    const event = await addEvent(3, { show_places_left_from: null });
    const [first] = [await submitTo([event]), await submitTo([event]), await submitTo([event])];
    await editEvent(event, { maximum_participants: 1 });
    expect((await readPublic())[0].places).toEqual({ is_full: true, left: 0, is_few: false, waiting_list: false, waiting: 0 });
    expect((await readEvent(event)).submissions_count).toBe(3);
    await server.post(`/event_series/${seriesId()}/event/${event}/submission/${first.id}/delete`);
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([
    [10, 12, null],
    [10, 10, 10],
    [null, 12, 12],
    [0, 0, null],
  ])('PLC-12: with places shown from %s on, and %s left, visitors see: %s', async (from, places, left) => {
    await addEvent(places, { show_places_left_from: from });
    await buildEvent(db, seriesId());
    const [event, unlimited] = await readPublic();
    expect(event.places).toEqual({ is_full: places === 0, left, is_few: false, waiting_list: false, waiting: 0 });
    expect(unlimited).not.toHaveProperty('places');
  });

  test.each([
    ['refuse', null, 20, 16, { left: null, is_few: false, waiting: null }],
    ['refuse', null, 20, 17, { left: null, is_few: true, waiting: null }],
    ['update', 10, 20, 19, { left: null, is_few: true, waiting: null }],
    ['update', 0, 20, 19, { left: null, is_few: false, waiting: null }],
    ['update', null, 20, 20, { is_full: true, left: null, is_few: false, waiting: null }],
    ['allow', null, 20, 19, { left: 1, is_few: false, waiting: 0 }],
  ])(
    'PLC-12: if repeats are settled by %s, with places shown from %s on, visitors see no number',
    async (policy, from, places, taken, shown) => {
      const event = await addEvent(places, { show_places_left_from: from });
      await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy: policy });
      await db.updateTable('event_places').set({ taken }).where('event_id', '=', event).execute();
      expect((await readPublic())[0].places).toMatchObject(shown);
    },
  );

  test('a copy of the event, and of its series, has them and counts its places separately', async () => {
    const event = await addEvent(1, { waiting_list: 'direct', offer_hours: 48, show_places_left_from: null });
    await submitTo([event]);
    const path = `/event_series/${seriesId()}`;
    const limits = { close_when_full: true, show_places_left_from: null, waiting_list: 'direct', offer_hours: 48, maximum_participants: 1 };
    const copied = await server.post(`${path}/event/${event}/copy`, { dates: ['2055-02-01'], show_on_form: true });
    expect(copied.body.data.events).toMatchObject([limits]);
    await server.post(`${path}/copy`, { title: 'Again', events: 'visible', shift_days: 0, show_on_form: true });
    expect((await readPlaces()).map(({ capacity, taken }) => [capacity, taken])).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});

describe('staff', () => {
  test('PLC-29: attendees whom staff add are never refused as full, and take places', async () => {
    const event = await addEvent(2, { show_places_left_from: null });
    const statuses = await Promise.all(Array.from({ length: 3 }, () => addAttendee(event)));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readPlaces()).toMatchObject([{ capacity: 2, taken: 3 }]);
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
  });

  test('PLC-29, WTL-34: someone waiting can be edited and keeps the position, and the history says what was corrected', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const { id } = await submitTo([], [event]);
    await submitTo([], [event], { email: 'cy@example.com' });
    const path = `/event_series/${seriesId()}/event/${event}/submission/${id}`;
    const { status, body } = await server.post(`${path}/edit`, { email: 'b@example.com' });
    expect([status, body.data.email, body.data._registration.position]).toEqual([200, 'b@example.com', 1]);
    expect(await db.selectFrom('address_counts').selectAll().execute()).toEqual([]);
    const history = await server.get(`${path}/history`);
    const changes = [{ label: 'Email', before: 'ada@example.com', now: 'b@example.com' }];
    expect(history.body.data.changes[0]).toMatchObject({ kind: 'corrected', actor: 'staff', details: { changes }, steps: [] });
    await server.post(`${path}/cancel`, {});
    const ended = (await server.get(`${path}/history`)).body.data;
    expect(ended.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['cancelled', 'corrected', 'joined']);
  });

  test('PLC-13, PLC-14: only confirmed people are attendees; statistics count all sign-ups', async () => {
    const event = await addEvent(2, { waiting_list: 'manual' });
    await submitTo([event]);
    const ben = await submitTo([event], [], { email: 'ben@example.com' });
    await submitTo([], [event]);
    const cy = await submitTo([], [event], { email: 'cy@example.com' });
    const path = `/event_series/${seriesId()}`;
    const read = await readEvent(event);
    expect(read).toMatchObject({ submissions_count: 2, duplicates_count: 0, duplicate_emails: [] });
    expect(read.submissions.map((one: { email: string; signups_count: number }) => [one.email, one.signups_count]).toSorted()).toEqual([
      ['ada@example.com', 2],
      ['ben@example.com', 1],
    ]);
    const { events, signups_count: signUps } = (await server.get(path)).body.data;
    expect([signUps, events[0].submissions_count, events[0].duplicates_count]).toEqual([2, 2, 0]);
    expect((await server.get('/event_series')).body.data[0].signups_count).toBe(2);
    expect((await server.get(`${path}/event/${event}/counts`)).body.data).toMatchObject({ all: 2, duplicates: 0 });
    expect((await server.get(`${path}/event/${event}/export`)).text.split('\n')).toHaveLength(4);
    expect((await server.get('/overview')).body.data.next_events[0].signups_count).toBe(2);
    const { range } = (await server.get(`${path}/statistics`)).body.data;
    expect(range.signups).toBe(4);
    for (const { id } of [ben, cy]) await server.post(`${path}/event/${event}/submission/${id}/cancel`, {});
    expect((await server.get(`${path}/statistics`)).body.data.range).toEqual(range);
  });
});

test('PLC-44: the card of a series counts full events and people who wait only at events that are ahead and not cancelled', async () => {
  const card = async () => (await server.get('/event_series')).body.data[0];
  const [first, second, third] = [await addEvent(0, { waiting_list: 'direct' }), await addEvent(0), await addEvent(0)];
  await submitTo([], [first]);
  expect(await card()).toMatchObject({ full_events_count: 3, waiting_count: 1 });
  await db
    .updateTable('events')
    .set({ starts_at: new Date(0), ends_at: null })
    .where('id', '=', first)
    .execute();
  expect(await card()).toMatchObject({ full_events_count: 2, waiting_count: 0 });
  await db.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', second).execute();
  await db.updateTable('events').set({ starts_at: null, ends_at: null }).where('id', '=', third).execute();
  expect(await card()).toMatchObject({ full_events_count: 1, waiting_count: 0 });
});
