import type pg from 'pg';
import { topicOf } from '#contract/live.ts';
import type { SignUpValues } from '#contract/rules/check-sign-up.ts';
import type { SignedUp } from '#contract/sign-up.ts';
import { addressColumns } from '#server/address-columns.ts';
import { Batcher } from '#server/db/batcher.ts';
import { newId } from '#server/db/new-id.ts';
import { gatheredNotify, WORK_CHANNEL } from '#server/db/notify.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { isLimited, type StoredForm } from '#server/form-store/public-form.ts';
import type { Notice } from '#server/live/notice.ts';
import { promoteWaiting } from '#server/registrations/waiting-list.ts';
import { currentWork, traced, type Work } from '#server/tracing/work.ts';
import { SERVER, write, type WriteDeps } from '#server/write.ts';
import { LIMITED_STATEMENT, type LimitedOutcome, registrationsOf, SIGN_UP_STATEMENT } from './statements.ts';

export interface CheckedSignUp {
  readonly form: StoredForm;
  readonly values: SignUpValues;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
}

/** Writes use at most half the pool, so that pages and checks still get a connection while many forms are locked. */
const SHARE_OF_POOL = 0.5;

type IncomingSignUp = ReturnType<typeof toIncoming>;

const toIncoming = ({ form, values, idempotencyKey, bodyHash }: CheckedSignUp) => ({
  form,
  /** Whether it may find an event full. */
  isLimited: isLimited(form),
  row: {
    ...values,
    id: newId(),
    form_version: form.version,
    ...addressColumns(values.email),
    idempotency_key: idempotencyKey,
    body_hash: bodyHash,
  },
  /** The request it came with, if traces are on. */
  request: currentWork.getStore(),
});

/** The notices of a stored sign-up; someone who only joins a waiting list is not counted as added. */
function noticesOf({ form, row: { id, events } }: IncomingSignUp, { registrations = [] }: SignedUp): Notice[] {
  const waits = new Set(registrations.filter(({ status }) => status !== 'confirmed').map(({ event_id: eventId }) => eventId));
  const ofEvents = events.map((eventId) => ({ topic: `event/${eventId}` as const, added: waits.has(eventId) ? 0 : 1, joined: [id] }));
  const isOnlyWaiting = events.length > 0 && ofEvents.every(({ added }) => added === 0);
  return [{ topic: 'dashboard' }, { topic: topicOf(form), added: isOnlyWaiting ? 0 : 1 }, ...ofEvents];
}

export interface WriterDeps extends WriteDeps {
  readonly log: { warn(details: { err: unknown }, message: string): void };
}

const WAKE_PAUSE_MS = 50;

/** The outcome of a sign-up: stored, or refused by full events. Undefined: the form has changed, or the key is taken. */
export type WrittenSignUp = SignedUp | { readonly full: readonly string[] } | undefined;
type SomeIncoming = readonly [IncomingSignUp, ...IncomingSignUp[]];

/** The values of both statements; `n` is the order of arrival. */
const parametersOf = (incoming: SomeIncoming): unknown[] => [
  JSON.stringify(incoming.map(({ row }, n) => ({ ...row, n }))),
  incoming[0].form.id,
];

async function insertUnlimited(pool: pg.Pool, incoming: SomeIncoming): Promise<WrittenSignUp[]> {
  const { rows } = await pool.query<{ id: string }>({ name: 'sign-up', text: SIGN_UP_STATEMENT, values: parametersOf(incoming) });
  const notStored = new Set(rows.map(({ id }) => id));
  return incoming.map(({ row: { id } }) => (notStored.has(id) ? undefined : { id }));
}

/** The keys that a call to another server has stored in the meantime, with its places. */
async function findTakenKeys(pool: pg.Pool, signUps: readonly IncomingSignUp[]): Promise<ReadonlySet<unknown>> {
  const keys = signUps.flatMap(({ row }) => row.idempotency_key ?? []);
  if (keys.length === 0) return new Set();
  const { rows: taken } = await pool.query<{ idempotency_key: string }>({
    name: 'find-taken-keys',
    text: 'select idempotency_key from submissions where form_id = $1 and idempotency_key = any($2)',
    values: [signUps[0]?.form.id, keys],
  });
  return new Set(taken.map((row) => row.idempotency_key));
}

/** Gives free places at a series' events to people on their waiting lists, for whom the sign-up need not fail. */
const promoteAwaited = async ({ log, ...deps }: WriterDeps, seriesId: string, eventIds: readonly string[]): Promise<void> =>
  write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    await promoteWaiting(w, seriesId, eventIds);
  }).catch((err: unknown) => log.warn({ err }, 'Free places could not be given to people on the waiting list'));

/** The place of a sign-up that was not stored, such as for a repeated key, is free again. The sign-ups of the batch that found an event full are retried once, and waiting people are promoted. */
async function insertLimited(pool: pg.Pool, incoming: SomeIncoming, deps: WriterDeps): Promise<WrittenSignUp[]> {
  const { rows: all } = await pool.query<LimitedOutcome>({
    name: 'sign-up-limited',
    text: LIMITED_STATEMENT,
    values: parametersOf(incoming),
  });
  const outcomes = new Map(all.map((outcome) => [outcome.id, outcome]));
  const isEachFullOrStored = all.every((outcome) => outcome.is_stored || outcome.full.length > 0);
  const awaited = isEachFullOrStored ? [] : all.flatMap(({ waits }) => waits.map(({ event_id: eventId }) => eventId));
  if (awaited.length > 0) await promoteAwaited(deps, incoming[0].form.id, awaited);
  const refused = incoming.filter(({ row }) => outcomes.get(row.id)?.full.length);
  const takenKeys = await findTakenKeys(pool, refused);
  return incoming.map(({ row }): WrittenSignUp => {
    const { is_stored: wasStored = false, full = [], waits = [] } = outcomes.get(row.id) ?? {};
    if (wasStored) return { id: row.id, registrations: registrationsOf(row, waits) };
    return isEachFullOrStored && !takenKeys.has(row.idempotency_key) ? { full } : undefined;
  });
}

const workOf = (incoming: SomeIncoming): Work => ({
  name: 'store sign-ups',
  kind: 'task',
  facts: { 'turnout.sign_ups': incoming.length },
  requests: incoming.flatMap(({ request }) => request ?? []),
});

/**
 * Writes all sign-ups waiting for one form in one statement, and answers after its commit. If a row makes the statement fail, its halves are retried. A form
 * that staff have locked delays only its own sign-ups.
 */
export function signUpWriter(pool: pg.Pool, deps: WriterDeps) {
  const wakeOutbox = gatheredNotify({
    pool,
    channel: WORK_CHANNEL,
    takePayload: () => '',
    pauseMs: WAKE_PAUSE_MS,
    onFailure: (err) => deps.log.warn({ err }, 'Workers could not be notified of new sign-ups'), // Workers find the sign-ups at their next poll.
  });
  const signUps = new Batcher<IncomingSignUp, WrittenSignUp>({
    // One form per statement: given an array of forms, PostgreSQL would plan it again for each batch.
    groupOf: ({ form, isLimited: isOfLimited }) => (isOfLimited ? `limited/${form.id}` : form.id),
    runs: Math.max(1, Math.floor(pool.options.max * SHARE_OF_POOL)),
    run: async ([first, ...others]) => {
      if (first === undefined) return [];
      const incoming: SomeIncoming = [first, ...others];
      const written = await traced(workOf(incoming), async () =>
        first.isLimited ? insertLimited(pool, incoming, deps) : insertUnlimited(pool, incoming),
      );
      const changes = incoming.flatMap((signUp, index) => {
        const outcome = written[index];
        return outcome !== undefined && 'id' in outcome ? noticesOf(signUp, outcome) : [];
      });
      if (changes.length > 0) {
        wakeOutbox();
        deps.notify(...changes);
      }
      return written;
    },
    isItemLevelError: isRowLevelError,
  });
  return {
    write: (signUp: CheckedSignUp) => signUps.add(toIncoming(signUp)),
    /** For how many milliseconds sign-ups have waited without any being stored; 0 if none wait. */
    stalledMs: () => signUps.stalledMs(),
    waiting: () => signUps.waiting,
  };
}
