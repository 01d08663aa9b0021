import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedEvent } from '#contract/events/event.ts';
import { expectCounted } from '#server/testing/counters.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

/** `npm run test:rest` tries more. */
const RUNS = process.env.LONG_TESTS === undefined ? 8 : 15;
const server = await createTestServer();
const { db } = server;

/** The event cards must show a plain count: all submissions, and those that repeat an address. */
async function expectCardsAreCounted(seriesId: string) {
  const places = await db
    .selectFrom('registrations')
    .innerJoin('submissions', 'submissions.id', 'registrations.submission_id')
    .select(['event_id', 'email_key'])
    .execute();
  const { body } = await server.get(`/event_series/${seriesId}`);
  const shown = body.data.events.map((event: ListedEvent) => [event.id, event.submissions_count, event.duplicates_count]);
  const counted = body.data.events.map(({ id }: ListedEvent) => {
    const addresses = places.filter(({ event_id }) => event_id === id).map(({ email_key }) => email_key);
    return [id, addresses.length, addresses.length - new Set(addresses).size];
  });
  expect(shown).toEqual(counted);
}

type Action = { readonly kind: (typeof KINDS)[number]; readonly pick: number; readonly other: number };

const KINDS = [
  'sign up',
  'sign up',
  'sign up',
  'add by staff',
  'edit address',
  'delete submission',
  'hide or show',
  'add event',
  'delete event',
] as const;
const action: fc.Arbitrary<Action> = fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(1_000), other: fc.nat(1_000) });
/** The actions of one group run at the same time. */
const history = fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 });
/** Each action once, while its rows exist. */
const EACH_AFTER_ANOTHER = KINDS.map((kind) => [{ kind, pick: 0, other: 0 }]);

const addressOf = (number: number) => ['Ann@Example.com', ' ann@example.com', 'bob@example.com', 'cy@example.com'][number % 4];

/** Runs an action on existing rows; gives the status of the answer, 0 when there are none. */
async function act(seriesId: string, { kind, pick, other }: Action): Promise<number> {
  const events = await db.selectFrom('events').select(['id', 'is_on_form']).where('form_id', '=', seriesId).orderBy('id').execute();
  const event = events[pick % Math.max(1, events.length)];
  const place = await db
    .selectFrom('registrations')
    .selectAll()
    .orderBy('submission_id')
    .orderBy('event_id')
    .offset(other % 5)
    .limit(1)
    .executeTakeFirst();
  const path = `/event_series/${seriesId}/event`;
  const placePath = `${path}/${place?.event_id}/submission/${place?.submission_id}`;
  const chosen = events.filter((candidate, index) => candidate.is_on_form && (index + other) % 2 === 0).map(({ id }) => id);
  const person = newSignUp({ email: addressOf(other) });
  const acts: Record<Action['kind'], () => ReturnType<typeof server.post>> = {
    'sign up': () => server.post(`/event_series/${seriesId}/submit`, { ...person, events: chosen }, { as: 'visitor' }),
    'add by staff': () => server.post(`${path}/${event?.id}/submission/add`, person),
    'edit address': () => server.post(`${placePath}/edit`, { email: addressOf(pick) }),
    'delete submission': () => server.post(`${placePath}/delete`),
    'hide or show': () => server.post(`${path}/${event?.id}/edit`, { show_on_form: event?.is_on_form === false }),
    'add event': () => server.post(`${path}/add`, { event_title: 'More', google_calendar_id: 'c', date: '2055-01-01' }),
    'delete event': () => server.post(`${path}/${event?.id}/delete`),
  };
  return (await acts[kind]()).status;
}

describe('counters', () => {
  test(
    'equal a recount, as do the counts of each event, after any simultaneous actions of staff and visitors',
    {
      timeout: 60_000,
    },
    async () => {
      const seen = new Set<string>();
      const check = fc.asyncProperty(history, async (groups) => {
        await server.empty();
        const seriesId = await buildSeries(db);
        for (let event = 0; event < 3; event += 1) await buildEvent(db, seriesId);
        for (const group of groups) {
          const statuses = await Promise.all(group.map((one) => act(seriesId, one)));
          expect(statuses.filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
          for (const [index, status] of statuses.entries()) seen.add(`${group[index]?.kind} ${status}`);
          await expectCounted(db);
          await expectCardsAreCounted(seriesId);
        }
      });
      await fc.assert(check, { numRuns: RUNS, examples: [[EACH_AFTER_ANOTHER]] });
      // If everything had been refused, the test would prove nothing.
      for (const kind of new Set(KINDS)) expect(seen).toContain(`${kind} 200`);
    },
  );

  test('no submission is left without an event, and no registration without its submission', { timeout: 60_000 }, async () => {
    const check = fc.asyncProperty(history, async (groups) => {
      await server.empty();
      const seriesId = await buildSeries(db);
      for (let event = 0; event < 3; event += 1) await buildEvent(db, seriesId);
      for (const group of groups) await Promise.all(group.map((one) => act(seriesId, one)));
      const submissions = await db.selectFrom('submissions').select('id').orderBy('id').execute();
      const places = await db.selectFrom('registrations').select('submission_id as id').distinct().orderBy('id').execute();
      expect(submissions).toEqual(places);
    });
    await fc.assert(check, { numRuns: RUNS });
  });
});
