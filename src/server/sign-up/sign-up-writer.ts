import type pg from 'pg';
import { topicOf } from '#contract/live.ts';
import type { SignUpValues } from '#contract/rules/check-sign-up.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { SignedUp } from '#contract/sign-up.ts';
import { Batcher } from '#server/db/batcher.ts';
import { newId } from '#server/db/new-id.ts';
import { gatheredNotify, WORK_CHANNEL } from '#server/db/notify.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { isLimited, type StoredForm } from '#server/form-store/public-form.ts';
import type { Tell, ToldChange } from '#server/live/change.ts';
import { currentWork, traced, type Work } from '#server/tracing/work.ts';
import { LIMITED_STATEMENT, type LimitedOutcome, type LimitedRow, registrationsOf } from './limited-statement.ts';
import { SIGN_UP_STATEMENT, valuesOfMany, valuesOfOne } from './sign-up-statement.ts';

export interface CheckedSignUp {
  readonly form: StoredForm;
  readonly values: SignUpValues;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
}

/** Writes use at most half of the pool, so that pages and checks get a connection while many forms are locked. */
const SHARE_OF_POOL = 0.5;

interface IncomingSignUp {
  readonly kind: StoredForm['kind'];
  /** Whether it may find an event full. */
  readonly isLimited: boolean;
  readonly row: LimitedRow & { readonly form_id: string };
  /** The row as JSON, serialised on arrival, so that a batch only joins texts. */
  readonly json: string;
  /** The request that brought it, while traces are shown. */
  readonly request: Work | undefined;
}

function toIncoming({ form, values: { waits, ...values }, idempotencyKey, bodyHash }: CheckedSignUp): IncomingSignUp {
  const row = {
    id: newId(),
    form_id: form.id,
    form_version: form.version,
    ...values,
    email_key: emailKey(values.email),
    idempotency_key: idempotencyKey,
    body_hash: bodyHash,
  };
  const isOfLimited = isLimited(form);
  const json = JSON.stringify(isOfLimited ? { ...row, waits } : row);
  return { kind: form.kind, isLimited: isOfLimited, row: { ...row, waits }, json, request: currentWork.getStore() };
}

/** What open screens are told about a stored sign-up; a person who only waits is not counted as added. */
function changesOf({ kind, row: { form_id: id, events } }: IncomingSignUp, { registrations = [] }: SignedUp): ToldChange[] {
  const waits = new Set(registrations.filter(({ status }) => status !== 'confirmed').map(({ event_id: eventId }) => eventId));
  const ofEvents = events.map((eventId) => ({ topic: `event/${eventId}`, added: waits.has(eventId) ? 0 : 1 }) as const);
  const isOnlyWaiting = events.length > 0 && ofEvents.every(({ added }) => added === 0);
  return [{ topic: 'dashboard' }, { topic: topicOf({ kind, id }), added: isOnlyWaiting ? 0 : 1 }, ...ofEvents];
}

export interface WriterOptions {
  /** Called when workers could not be notified; they find the sign-ups at their next poll. */
  readonly onWakeFailure: (error: unknown) => void;
  readonly tell: Tell;
  /** Gives places of a series' events that are free to those who wait for them. It does not throw. */
  readonly promote?: ((seriesId: string, eventIds: readonly string[]) => Promise<void>) | undefined;
}

const WAKE_PAUSE_MS = 50;

/** What became of a sign-up: it was stored, or refused by events that are full. Undefined: the form has changed, or the key is taken. */
export type WrittenSignUp = SignedUp | { readonly full: readonly string[] } | undefined;

type SomeIncoming = readonly [IncomingSignUp, ...IncomingSignUp[]];

const manyOf = (incoming: SomeIncoming): unknown[] =>
  valuesOfMany(
    incoming.map(({ json }) => json),
    incoming.map(({ row }) => row.form_id),
  );

async function insertUnlimited(pool: pg.Pool, incoming: SomeIncoming): Promise<WrittenSignUp[]> {
  const [{ row }] = incoming;
  const size = incoming.length === 1 ? 'one' : 'many';
  const { rows } = await pool.query<{ id: string }>({
    name: `sign-up-${size}`,
    text: SIGN_UP_STATEMENT[size],
    values: size === 'one' ? valuesOfOne(row) : manyOf(incoming),
  });
  const notStored = new Set(rows.map(({ id }) => id));
  return incoming.map(({ row: { id } }) => (notStored.has(id) ? undefined : { id }));
}

/** The keys among these that a call of another server has stored in the meantime, and taken its place with. */
async function findTakenKeys(pool: pg.Pool, rows: readonly LimitedRow[]): Promise<ReadonlySet<unknown>> {
  const keys = rows.flatMap(({ idempotency_key: key }) => key ?? []);
  if (keys.length === 0) return new Set();
  const text = 'select idempotency_key from submissions where form_id = $1 and idempotency_key = any($2)';
  const { rows: taken } = await pool.query<{ idempotency_key: string }>({
    name: 'find-taken-keys',
    text,
    values: [rows[0]?.form_id, keys],
  });
  return new Set(taken.map((row) => row.idempotency_key));
}

/**
 * When one of a batch was not stored for another reason, as when another server stored its key in the meantime, it may have been given a place
 * that is free again: then nobody of the batch is refused, but tried once more, and who waits for such a place is promoted.
 */
async function insertLimited(pool: pg.Pool, incoming: SomeIncoming, promote: WriterOptions['promote']): Promise<WrittenSignUp[]> {
  const { rows: all } = await pool.query<LimitedOutcome>({ name: 'sign-up-limited', text: LIMITED_STATEMENT, values: manyOf(incoming) });
  const outcomes = new Map(all.map((outcome) => [outcome.id, outcome]));
  const isEachFullOrStored = all.every((outcome) => outcome.is_stored || outcome.full.length > 0);
  const awaited = isEachFullOrStored ? [] : all.flatMap(({ waits }) => waits.map(({ event_id: eventId }) => eventId));
  if (awaited.length > 0) await promote?.(incoming[0].row.form_id, awaited);
  const takenKeys = await findTakenKeys(
    pool,
    incoming.flatMap(({ row }) => (outcomes.get(row.id)?.full.length ? row : [])),
  );
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

export interface SignUpWriter {
  readonly write: (signUp: CheckedSignUp) => Promise<WrittenSignUp>;
  /** Milliseconds for which sign-ups have been waiting with none stored; 0 when none wait. */
  readonly stalledMs: () => number;
  /** How many sign-ups wait in memory. */
  readonly waiting: () => number;
}

/**
 * Writes sign-ups by group commit: all that wait for the same form go into one statement, and are answered after its commit. When
 * a statement fails because of a row, its halves are retried, so that only that row fails. A form that staff have locked delays
 * its own sign-ups only.
 */
export function signUpWriter(pool: pg.Pool, { onWakeFailure, tell, promote }: WriterOptions): SignUpWriter {
  const wakeWorkers = gatheredNotify({
    pool,
    channel: WORK_CHANNEL,
    takePayload: () => '',
    pauseMs: WAKE_PAUSE_MS,
    onFailure: onWakeFailure,
  });
  const signUps = new Batcher<IncomingSignUp, WrittenSignUp>({
    groupOf: ({ row, isLimited: isOfLimited }) => (isOfLimited ? `limited/${row.form_id}` : row.form_id),
    runs: Math.max(1, Math.floor(pool.options.max * SHARE_OF_POOL)),
    run: async ([first, ...others]) => {
      if (first === undefined) return [];
      const incoming: SomeIncoming = [first, ...others];
      const written = await traced(workOf(incoming), async () =>
        first.isLimited ? insertLimited(pool, incoming, promote) : insertUnlimited(pool, incoming),
      );
      const changes = incoming.flatMap((signUp, index) => {
        const outcome = written[index];
        return outcome !== undefined && 'id' in outcome ? changesOf(signUp, outcome) : [];
      });
      if (changes.length > 0) {
        wakeWorkers();
        tell(...changes);
      }
      return written;
    },
    isItemLevelError: isRowLevelError,
  });
  return { write: (signUp) => signUps.add(toIncoming(signUp)), stalledMs: () => signUps.stalledMs(), waiting: () => signUps.waiting };
}
