import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newSubmissionSchema } from '#contract/attendees/submission.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { attendeeWriter } from '#server/attendees/attendee-writer.ts';
import { expectConsistency, expectHistory, listStalled } from '#server/testing/expect-places.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { createToken } from './links.ts';
import { changeEvents, joinAgain } from './own/change-events.ts';
import { answerOffer, cancelOwn } from './own/commands.ts';
import { expireOffers, makeUnreachable, POSITION } from './waiting-list.ts';

/** `npm run test:rest` tries more. */
const RUNS = process.env.LONG_TESTS === undefined ? 6 : 12;
const server = await createTestServer();
const { db } = server;
const { addEvent, otherServer, submit, seriesId, restart } = limitedSeries(server);

/** The actors who do not worsen anyone's position. */
const BY_VISITORS = [
  'sign up',
  'sign up elsewhere',
  'sign up again',
  'wait',
  'wait elsewhere',
  'accept',
  'decline',
  'expire',
  'end offer',
  'join again',
  'cancel own',
  'change own',
] as const;

const KINDS = [
  ...BY_VISITORS,
  'add by staff',
  'add by staff elsewhere',
  'add by staff to wait',
  'edit address',
  'delete submission',
  'hide or show',
  'change maximum',
  'limit or not',
  'change list',
  'add event',
  'delete event',
  'promote',
  'promote next',
  'move',
  'cancel',
  'restore',
  'withdraw offer',
  'pass over',
] as const;

interface Action {
  readonly kind: (typeof KINDS)[number];
  readonly pick: number;
  readonly other: number;
}

const action: fc.Arbitrary<Action> = fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(1_000), other: fc.nat(1_000) });
const isByVisitors = (kind: Action['kind']): boolean => BY_VISITORS.some((known) => known === kind);

const visitors: fc.Arbitrary<Action> = fc.record({ kind: fc.constantFrom(...BY_VISITORS), pick: fc.nat(1_000), other: fc.nat(1_000) });
const groupOf = (actions: fc.Arbitrary<Action>) => fc.array(actions, { minLength: 1, maxLength: 10 });
/** The actions of one group run at the same time. */
const history = fc.array(fc.oneof(groupOf(action), groupOf(visitors)), { minLength: 1, maxLength: 6 });

const one = (kind: Action['kind'], pick = 0, other = 0): Action[] => [{ kind, pick, other }];

/** Each kind of action at a time when it has an effect, and a sign-up that finds its event full: otherwise random ones might prove nothing. */
const EACH_KIND: Action[][] = [
  one('sign up'),
  one('wait'),
  one('cancel'),
  one('accept'),
  one('limit or not', 1),
  one('sign up', 0, 1),
  one('sign up elsewhere', 0, 1),
  one('sign up again', 0, 1),
  one('limit or not', 1, 4),
  one('change maximum', 1),
  one('cancel own'),
  one('restore'),
  one('wait elsewhere'),
  one('add by staff to wait'),
  one('promote'),
  one('move'),
  one('promote next'),
  one('withdraw offer'),
  one('promote next'),
  one('pass over'),
  one('decline'),
  one('promote next'),
  one('end offer'),
  one('join again'),
  one('promote next'),
  one('expire'),
  one('add by staff'),
  one('add by staff elsewhere'),
  one('edit address'),
  one('change own'),
  one('hide or show'),
  one('change list'),
  one('add event'),
  one('delete submission'),
  one('delete event'),
];

/** The events that actions are mostly about. */
const STATUS_OF: Partial<Record<Action['kind'], RegistrationStatus>> = {
  promote: 'waiting',
  move: 'waiting',
  cancel: 'confirmed',
  restore: 'cancelled',
  'withdraw offer': 'offered',
  'pass over': 'offered',
  accept: 'offered',
  decline: 'offered',
  expire: 'offered',
  'end offer': 'offered',
  'join again': 'offered',
  'cancel own': 'confirmed',
};

/** The positions of all who wait; anyone who joins again waits at the end. */
async function readPositions(): Promise<Map<string, number>> {
  const { rows } = await sql<{ waiting: string; position: number }>`
    select concat(event_id, ' ', submission_id, ' ', entry.joined_at) as waiting, ${POSITION} as position
    from waiting_entries as entry join registrations as registration using (event_id, submission_id)
    where registration.status = 'waiting'`.execute(db);
  return new Map(rows.map(({ waiting, position }) => [waiting, position]));
}

const MODES = ['off', 'offer', 'direct', 'manual'];

const addressOf = (number: number) => ['ann@example.com', 'bob@example.com', 'cy@example.com'][number % 3] ?? '';

/** Two servers of the same release, for the same database. */
const elsewhere = otherServer();
const addElsewhere = attendeeWriter({ ...writesTo(server), pool: server.pool });
const ownDeps = { ...writesTo({ db }), timeZone: 'Europe/London', confirmationsPerHour: 50 };

/** Runs an action on existing rows; gives the status of its answer. */
async function act({ kind, pick, other }: Action): Promise<number> {
  const events = await db.selectFrom('events').selectAll().where('form_id', '=', seriesId()).orderBy('id').execute();
  const event = events[pick % Math.max(1, events.length)];
  const registration = await db
    .selectFrom('registrations')
    .selectAll()
    .orderBy((eb) => eb('status', '=', STATUS_OF[kind] ?? 'confirmed'), 'desc')
    .orderBy('submission_id')
    .orderBy('event_id')
    .offset(STATUS_OF[kind] === undefined ? other % 5 : 0)
    .limit(1)
    .executeTakeFirst();
  const path = `/event_series/${seriesId()}/event`;
  const edit = async (values: Record<string, unknown>) => (await server.post(`${path}/${event?.id}/edit`, values)).status;
  const submission = `${path}/${registration?.event_id}/submission/${registration?.submission_id}`;
  const chosen = events.filter((candidate, index) => candidate.is_on_form && (index + other) % 2 === 0).map(({ id }) => id);
  const person = newSignUp({ email: addressOf(other) });
  const statusOf = (signedUp: Promise<unknown>): Promise<number> =>
    signedUp.then(
      () => 200,
      ({ code }: { code: string }) => ({ invalid: 422, not_found: 404, conflict: 409, too_many: 429 })[code] ?? 500,
    );
  const signUpAt = (values: Record<string, unknown>, key?: string, at?: typeof elsewhere) =>
    statusOf(submit({ ...person, ...values }, key, at));
  const input = newSubmissionSchema.parse(person);
  const registered = {
    seriesId: seriesId(),
    eventId: registration?.event_id ?? seriesId(),
    submissionId: registration?.submission_id ?? seriesId(),
  };
  const newToken = () => createToken(db, registered.submissionId).catch(() => 'of a sign-up that has been deleted');
  const endOffer = async () => {
    const { numAffectedRows = 0n } = await sql`
      update waiting_entries as entry set offer_ends_at = to_timestamp(0) from registrations as offer
      where offer.event_id = ${registered.eventId} and offer.submission_id = ${registered.submissionId} and offer.status = 'offered'
        and entry.event_id = offer.event_id and entry.submission_id = offer.submission_id`.execute(db);
    return numAffectedRows === 0n ? 404 : 200;
  };
  const as = pick % 2 === 0 ? 'offer' : 'confirmed';
  const acts: Record<Action['kind'], () => Promise<number>> = {
    'sign up': () => signUpAt({ events: chosen }),
    'sign up elsewhere': () => signUpAt({ events: chosen }, undefined, elsewhere),
    'sign up again': () =>
      signUpAt({ events: chosen, _waiting_list: pick % 3 === 0 ? chosen : [] }, `k${other % 3}`, pick % 2 === 0 ? elsewhere : undefined),
    wait: () => signUpAt({ events: chosen, _waiting_list: chosen }),
    'wait elsewhere': () => signUpAt({ _waiting_list: chosen }, undefined, elsewhere),
    'add by staff': async () => (await server.post(`${path}/${event?.id}/submission/add`, person)).status,
    'add by staff elsewhere': () =>
      statusOf(
        addElsewhere({
          path: { seriesId: seriesId(), eventId: event?.id ?? seriesId() },
          input,
          callId: { scope: 'test', key: undefined, bodyHash: '' },
          by: ADA,
        }),
      ),
    'add by staff to wait': async () =>
      (await server.post(`${path}/${event?.id}/submission/add`, { ...person, _registration: 'waiting' })).status,
    'edit address': async () => (await server.post(`${submission}/edit`, { email: addressOf(pick) })).status,
    'delete submission': async () => (await server.post(`${submission}/delete`)).status,
    'hide or show': () => edit({ show_on_form: event?.is_on_form === false }),
    'change maximum': () => edit({ maximum_participants: other % 5 }),
    'limit or not': () => edit({ close_when_full: event?.closes_when_full === false, maximum_participants: other % 5 }),
    'change list': () => edit({ waiting_list: MODES[other % MODES.length] }),
    'add event': () => addEvent(other % 4, { waiting_list: MODES[pick % MODES.length] }).then(() => 200),
    'delete event': async () => (await server.post(`${path}/${event?.id}/delete`)).status,
    promote: async () => (await server.post(`${submission}/promote`, { as })).status,
    'promote next': async () => (await server.post(`${path}/${event?.id}/promote`, { count: 1 + (other % 3), as })).status,
    move: async () => (await server.post(`${submission}/move`, { position: 1 + (other % 4) })).status,
    cancel: async () => (await server.post(`${submission}/cancel`, {})).status,
    restore: async () => (await server.post(`${submission}/restore`)).status,
    'withdraw offer': async () => (await server.post(`${submission}/withdraw_offer`)).status,
    'pass over': () =>
      statusOf(makeUnreachable(writesTo({ db }), seriesId(), { submissionId: registered.submissionId, eventIds: [registered.eventId] })),
    accept: async () => statusOf(answerOffer(ownDeps, await newToken(), registered.eventId, 'accept')),
    decline: async () => statusOf(answerOffer(ownDeps, await newToken(), registered.eventId, 'decline')),
    expire: async () => {
      const status = await endOffer();
      await expireOffers(writesTo({ db }));
      return status;
    },
    // No worker has ended it yet.
    'end offer': endOffer,
    'join again': async () => statusOf(joinAgain(ownDeps, await newToken(), registered.eventId)),
    'cancel own': async () => statusOf(cancelOwn(ownDeps, await newToken(), [registered.eventId])),
    'change own': async () => {
      const stands = db.selectFrom('registrations').select('event_id').where('status', '<>', 'cancelled');
      const held = await stands.where('submission_id', '=', registered.submissionId).execute();
      const choice = { events: chosen, _waiting_list: pick % 2 === 0 ? chosen : [], held: held.map(({ event_id: id }) => id), answers: {} };
      return statusOf(changeEvents(ownDeps, await newToken(), choice));
    },
  };
  return acts[kind]();
}

test(
  'PLC-13, PLC-29, WTL-3, WTL-8: after any simultaneous actions of staff and visitors on two servers the counters equal a recount, no place is free while someone waits for it, and visitors do not worsen anyone’s position',
  { timeout: 120_000 },
  async () => {
    const seen = new Set<string>();
    const check = fc.asyncProperty(history, async (groups) => {
      await server.empty();
      await restart();
      await db.updateTable('forms').set({ self_service: true }).execute();
      for (let places = 1; places < 4; places += 1) await addEvent(places, { waiting_list: MODES[places] });
      for (let person = 0; person < 4; person += 1) await act({ kind: 'wait', pick: person, other: person });
      let isWithdrawn = false;
      for (const group of groups) {
        const before = await readPositions();
        const statuses = await Promise.all(group.map(act));
        expect(statuses.filter((status) => ![200, 404, 409, 422, 429].includes(status))).toEqual([]);
        for (const [index, status] of statuses.entries()) seen.add(`${group[index]?.kind} ${status}`);
        await expectConsistency(db);
        await expectHistory(db);
        isWithdrawn ||= group.some(({ kind }) => kind === 'withdraw offer'); // It does not promote anyone.
        if (!isWithdrawn) expect(await listStalled(db)).toEqual([]);
        if (group.every(({ kind }) => isByVisitors(kind))) {
          const after = await readPositions();
          expect([...after].filter(([waiting, position]) => position > (before.get(waiting) ?? position))).toEqual([]);
        }
      }
    });
    // Simultaneous actions cannot be repeated exactly, so a failed history is not shrunk.
    await fc.assert(check, { examples: [[EACH_KIND]], numRuns: RUNS, endOnFailure: true });
    const wanted = [...KINDS.map((kind) => `${kind} 200`), 'sign up 422'];
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
  },
);
