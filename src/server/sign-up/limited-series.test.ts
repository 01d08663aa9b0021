import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AppError } from '#server/errors.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { confirmed, limitedSeries, waiting } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { SIGN_UP_STATEMENT } from './statements.ts';

const server = await createTestServer();
const { db } = server;
const { addEvent, editEvent, submit, submitTo, otherServer, readPlaces, seriesId } = limitedSeries(server);

/** Why a sign-up was refused. @throws Error when it was stored */
async function refusalOf(signedUp: Promise<unknown>): Promise<AppError['details']> {
  const [result] = await Promise.allSettled([signedUp]);
  if (result.status === 'fulfilled') throw new Error('It was stored');
  expect(result.reason).toMatchObject({ code: 'invalid' });
  return (result.reason as AppError).details;
}

const nowFull = (message: string) => [{ path: 'events', message }];
const listSubmissions = () => db.selectFrom('submissions').select('id').execute();

describe('an unlimited series', () => {
  test('PLC-15: uses a statement that does not read counters of places', () => {
    expect(SIGN_UP_STATEMENT).not.toMatch(/event_places|waiting_entries|grant_places/);
  });

  test('PLC-28: is answered without registrations, also to a list of events to wait for', async () => {
    const event = await addEvent(1, { close_when_full: false });
    expect(await submitTo([event])).toEqual({ id: expect.any(String) });
    expect(await submitTo([], [event])).not.toHaveProperty('registrations');
    expect(await readPlaces()).toEqual([]);
  });
});

describe('a limited event without a list', () => {
  test('PLC-16, PLC-26, PLC-28: accepts as many as it has places, and then refuses by name and with the places', async () => {
    const [event, other] = [await addEvent(2), await addEvent(30, { event_title: 'First aid', show_places_left_from: null })];
    const answers = await Promise.all([submitTo([event, other]), submitTo([event])]);
    expect(answers).toEqual([
      {
        id: expect.any(String),
        registrations: [confirmed(event), confirmed(other)].toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1)),
      },
      { id: expect.any(String), registrations: [confirmed(event)] },
    ]);
    expect(await refusalOf(submitTo([event]))).toEqual({
      errors: nowFull('‘Fire safety’ is now full. Please choose again.'),
      places: expect.arrayContaining([
        { event_id: event, is_full: true, left: 0, is_few: false, waiting_list: false, waiting: 0 },
        { event_id: other, is_full: false, left: 29, is_few: false, waiting_list: false, waiting: 0 },
      ]),
    });
    expect(await readPlaces()).toMatchObject([{ taken: 2 }, { taken: 1 }]);
  });

  test('PLC-25: a sign-up for two events of which one is full takes no place in the other', async () => {
    const [full, open] = [await addEvent(0), await addEvent(5, { event_title: 'First aid' })];
    expect((await refusalOf(submitTo([full, open]))).errors).toEqual(nowFull('‘Fire safety’ is now full. Please choose again.'));
    expect([await listSubmissions(), (await readPlaces()).map(({ taken }) => taken)]).toEqual([[], [0, 0]]);
  });

  test('PLC-27: asking to wait for it counts as choosing it', async () => {
    const event = await addEvent(1);
    expect((await submitTo([], [event])).registrations).toEqual([confirmed(event)]);
    expect((await refusalOf(submitTo([], [event]))).errors).toEqual(nowFull('‘Fire safety’ is now full. Please choose again.'));
  });

  test('PLC-19, PLC-20: a refused sign-up leaves its place in another event to a later one in the same batch', async () => {
    const [one, none] = [await addEvent(1), await addEvent(0, { event_title: 'First aid' })];
    const events = await addEvent(500, { event_title: 'Welcome' });
    const blocker = submitTo([events]);
    const [both, later] = await Promise.allSettled([submitTo([one, none]), submitTo([one])]);
    await blocker;
    expect([both.status, later.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('several full ones are named together', async () => {
    const [a, b] = [await addEvent(0), await addEvent(0, { event_title: 'First aid' })];
    expect((await refusalOf(submitTo([a, b]))).errors).toEqual(nowFull('‘Fire safety’ and ‘First aid’ are now full. Please choose again.'));
  });
});

describe('a limited event with a list', () => {
  test('PLC-8, PLC-21, PLC-22: with no places at all everyone waits, and gets the position', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const blocker = submitTo([], [event]);
    const positions = (await Promise.all([blocker, submitTo([], [event]), submitTo([], [event])])).map(
      ({ registrations }) => registrations,
    );
    expect(positions).toEqual([[waiting(event, 1)], [waiting(event, 2)], [waiting(event, 3)]]);
    const entries = await db.selectFrom('waiting_entries').select('list_order').orderBy('list_order').execute();
    expect(entries).toEqual([{ list_order: 1 }, { list_order: 2 }, { list_order: 3 }]);
    expect(await readPlaces()).toMatchObject([{ taken: 0, waiting: 3 }]);
  });

  test('WTL-34: the history has the people who joined it, alone or along with other events, with the position', async () => {
    const [event, open] = [await addEvent(0, { waiting_list: 'manual' }), await addEvent(5, { event_title: 'First aid' })];
    const alone = await submitTo([open], [event]);
    const beside = await Promise.all([submitTo([], [event]), submitTo([], [event]), submitTo([open])]);
    const joined = db.selectFrom('registration_changes').select(['submission_id', 'event_id', 'form_id', 'kind', 'actor', 'details']);
    const who = { event_id: event, form_id: seriesId(), kind: 'joined', actor: 'visitor' };
    expect(await joined.orderBy(sql`details -> 'position'`).execute()).toEqual(
      [alone, ...beside.slice(0, 2)].map(({ id }, index) => ({ submission_id: id, ...who, details: { position: index + 1 } })),
    );
  });

  test('PLC-26, PLC-27: people who do not want to wait are refused, and pointed to the list; others get a free place immediately', async () => {
    const event = await addEvent(1, { waiting_list: 'offer' });
    expect((await submitTo([], [event])).registrations).toEqual([confirmed(event)]);
    const { errors, places } = await refusalOf(submitTo([event]));
    expect(errors).toEqual(nowFull('‘Fire safety’ is now full. Join its waiting list, or choose again.'));
    expect(places).toEqual([{ event_id: event, is_full: true, left: 0, is_few: false, waiting_list: true, waiting: 0 }]);
    expect((await submitTo([event], [event])).registrations).toEqual([waiting(event, 1)]);
  });

  test('PLC-18: while someone waits a free place is not for newcomers; people who are passed over do not keep anyone out', async () => {
    const event = await addEvent(1, { waiting_list: 'manual' });
    await submitTo([event]);
    await submitTo([], [event]);
    await editEvent(event, { maximum_participants: 2 });
    expect((await refusalOf(submitTo([event]))).places).toMatchObject([{ is_full: true, left: 1, waiting: 1 }]);
    await db.updateTable('waiting_entries').set({ is_unreachable: true }).execute();
    await db.updateTable('event_places').set({ unreachable: 1 }).execute();
    expect((await submitTo([event])).registrations).toEqual([confirmed(event)]);
    expect((await submitTo([], [event])).registrations).toEqual([waiting(event, 2)]);
  });

  test('a place in one event and the list of another are one sign-up; only the place counts as a sign-up of the address', async () => {
    const [full, open] = [await addEvent(0, { waiting_list: 'direct' }), await addEvent(3, { event_title: 'First aid' })];
    const { id, registrations } = await submitTo([open], [full]);
    expect(registrations).toEqual(expect.arrayContaining([confirmed(open), waiting(full, 1)]));
    await submitTo([], [full], { email: 'ben@example.com' });
    expect(await db.selectFrom('address_counts').select(['email_key', 'registrations']).execute()).toEqual([
      { email_key: 'ada@example.com', registrations: 1 },
    ]);
    expect(await db.selectFrom('form_counts').select('signups').execute()).toEqual([{ signups: 1 }]);
    await server.post(`/event_series/${seriesId()}/event/${open}/submission/${id}/delete`);
    expect(await db.selectFrom('address_counts').selectAll().execute()).toEqual([]);
    expect(await readPlaces()).toMatchObject([{ taken: 0, waiting: 2 }, { taken: 0 }]);
  });
});

describe('a batch', () => {
  test('PLC-30: one that the database refuses fails alone, and takes no place', async () => {
    const [event, others] = [await addEvent(3), await addEvent(500, { event_title: 'Welcome' })];
    await server.pool.query(`alter table submissions add constraint no_thirteen check (last_name <> 'L13')`);
    try {
      const blocker = submitTo([others]);
      const names = ['L12', 'L13', 'L14', 'L15'];
      const settled = await Promise.allSettled(names.map((last_name) => submitTo([event], [], { last_name })));
      await blocker;
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(await readPlaces()).toMatchObject([{ taken: 3 }, { taken: 1 }]);
    } finally {
      await server.pool.query('alter table submissions drop constraint no_thirteen');
    }
  });

  test.each([true, false])(
    'PLC-15: a sign-up that was checked before the limit was switched, to %s, is checked again',
    async (isLimited) => {
      const event = await addEvent(1, { close_when_full: !isLimited });
      await submitTo([event]); // Loads the form into memory.
      await editEvent(event, { close_when_full: isLimited });
      const [result] = await Promise.allSettled([submitTo([event])]);
      expect(result.status).toBe(isLimited ? 'rejected' : 'fulfilled');
    },
  );
});

describe('two servers', () => {
  test('PLC-17, PLC-18: 200 simultaneous visitors for 12 places, half of them also for 5 of another event', async () => {
    const [twelve, five] = [await addEvent(12), await addEvent(5, { event_title: 'First aid' })];
    const far = otherServer();
    const visitors = Array.from({ length: 200 }, (_, number) => ({
      events: number % 4 < 2 ? [twelve] : [five, twelve],
      result: submit(
        { events: number % 4 < 2 ? [twelve] : [five, twelve], email: `p${number}@example.com` },
        `k${number}`,
        number % 2 === 0 ? undefined : far,
      ),
    }));
    const settled = await Promise.allSettled(visitors.map(({ result }) => result));
    const stored = visitors.filter((_, index) => settled[index]?.status === 'fulfilled');
    const placesOf = (event: string) => stored.filter(({ events }) => events.includes(event)).length;
    expect(placesOf(twelve)).toBe(12);
    expect(placesOf(five)).toBeLessThanOrEqual(5);
    for (const [index, result] of settled.entries()) {
      if (result.status === 'fulfilled') continue;
      // Full events stay full, so each refusal was right if the event that it names is full.
      const { code, details } = result.reason as AppError;
      expect(code).toBe('invalid');
      const isFull = details.places?.some(({ event_id: id, is_full }) => is_full && visitors[index]?.events.includes(id));
      expect(isFull).toBe(true);
    }
    const rows = await db.selectFrom('registrations').select(['event_id', 'submission_id']).execute();
    const perSubmission = Map.groupBy(rows, ({ submission_id: id }) => id);
    expect(perSubmission.size).toBe(stored.length);
    expect(rows).toHaveLength(stored.reduce((sum, { events }) => sum + events.length, 0));
    const before = await readPlaces();
    expect(before.map(({ taken }) => taken)).toEqual([placesOf(twelve), placesOf(five)]);
    await rebuildCounters(db);
    expect(await readPlaces()).toEqual(before);
  });

  test('with a list everyone gets a place or a separate position, in both events', async () => {
    const [twelve, five] = [await addEvent(12, { waiting_list: 'offer' }), await addEvent(5, { waiting_list: 'offer' })];
    const far = otherServer();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        submit(
          { events: [twelve], _waiting_list: number % 2 === 0 ? [twelve] : [twelve, five] },
          undefined,
          number % 4 < 2 ? undefined : far,
        ),
      ),
    );
    const of = (event: string) => answers.flatMap(({ registrations = [] }) => registrations.filter(({ event_id: id }) => id === event));
    for (const [event, places, people] of [
      [twelve, 12, 200],
      [five, 5, 100],
    ] as const) {
      expect(of(event).filter(({ status }) => status === 'confirmed')).toHaveLength(places);
      const positions = of(event).flatMap(({ position }) => position ?? []);
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: people - places }, (_, index) => index + 1));
    }
    expect((await readPlaces()).map(({ taken, waiting: count }) => [taken, count])).toEqual([
      [12, 188],
      [5, 95],
    ]);
  });
});
