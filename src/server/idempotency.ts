import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import type { Database } from '#server/db/tables.ts';
import { AppError } from '#server/errors.ts';

/** How long a key is remembered (decision 19). */
export const KEY_LIFETIME_HOURS = 24;

/** One call that must not happen twice. */
export interface OnceKey {
  /** The call and what it adds to, such as `event_series/{id}/event/add`: the same key elsewhere is another key. */
  readonly scope: string;
  /** The caller's `Idempotency-Key`; without one nothing is remembered. */
  readonly key: string | undefined;
  /** What was asked for; see `bodyHash`. */
  readonly bodyHash: string;
}

interface OnceSteps<T> {
  /** Does the work and gives the answer. */
  readonly add: () => Promise<T>;
  /** The id of the row by which the answer can be found again. */
  readonly rowIdOf: (answer: T) => string;
  /** The answer of the first call, read again; undefined when its row is gone. */
  readonly find: (rowId: string) => Promise<T | undefined>;
}

/** Tells bodies apart without keeping them. */
export const bodyHash = (body: unknown): string => hash('sha256', JSON.stringify(body ?? null), 'base64url');

/** The error for a key that came before with another body. */
export const keyReused = (): AppError => new AppError('conflict', 'This Idempotency-Key was used with another body');

/** A key that was taken, with what an earlier call left under it. */
interface Reservation {
  readonly scope: string;
  readonly key: string;
  /** Null when nothing was added under it, or too long ago. */
  readonly row_id: string | null;
  readonly body_hash: string;
}

/** A call that has a key. */
type KeyedCall = OnceKey & { readonly key: string };

const hasKey = (once: OnceKey): once is KeyedCall => once.key !== undefined;

/** The columns of calls as arrays, for `unnest`. */
const columnsOf = (calls: readonly KeyedCall[]) => sql`
  ${calls.map(({ scope }) => scope)}::text[], ${calls.map(({ key }) => key)}::text[], ${calls.map((call) => call.bodyHash)}::text[]`;

/** Takes keys, each of them once, waiting for calls with the same ones that are under way; gives what earlier calls left. */
async function reserve(tx: Transaction<Database>, calls: readonly KeyedCall[]): Promise<Reservation[]> {
  // Updating nothing locks the row and reads it as the other call left it, which "do nothing" would not.
  const { rows } = await sql<Reservation>`
    insert into idempotency_keys (scope, key, body_hash)
    select scope, key, body_hash from unnest(${columnsOf(calls)}) as call (scope, key, body_hash) order by scope, key
    on conflict (scope, key) do update set key = excluded.key
    returning scope, key, body_hash,
      case when created_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) then row_id end as row_id`.execute(tx);
  return rows;
}

async function remember(tx: Transaction<Database>, added: readonly { readonly once: KeyedCall; readonly rowId: string }[]): Promise<void> {
  await sql`
    update idempotency_keys as kept set row_id = call.row_id, body_hash = call.body_hash, created_at = now()
    from unnest(${columnsOf(added.map(({ once }) => once))}, ${added.map(({ rowId }) => rowId)}::uuid[]) as call (scope, key, body_hash, row_id)
    where kept.scope = call.scope and kept.key = call.key`.execute(tx);
}

/**
 * Adds once: the same key again gives the first answer and writes nothing, also when both calls come at the same time.
 * A key counts as unused after 24 hours, or when the row it added is gone (decision 19). Called before any lock is taken.
 * @throws AppError `conflict` when the key came before with another body
 */
export async function addOnce<T>(tx: Transaction<Database>, once: OnceKey, { add, rowIdOf, find }: OnceSteps<T>): Promise<T> {
  if (!hasKey(once)) return add();
  const [earlier] = await reserve(tx, [once]);
  const rowId = earlier?.row_id ?? null;
  const first = rowId === null ? undefined : await find(rowId);
  if (first !== undefined) {
    if (earlier?.body_hash !== once.bodyHash) throw keyReused();
    return first;
  }
  const answer = await add();
  await remember(tx, [{ once, rowId: rowIdOf(answer) }]);
  return answer;
}

interface OnceManySteps<Call, T> {
  /** Does the work of these calls; each gives its answer, or why it was refused. */
  readonly add: (calls: readonly Call[]) => Promise<readonly (T | AppError)[]>;
  readonly rowIdOf: (answer: T) => string;
  /** Answers of earlier calls, read again: those whose rows are still there. */
  readonly find: (rowIds: readonly string[]) => Promise<readonly T[]>;
}

const nameOf = ({ scope, key }: Pick<KeyedCall, 'scope' | 'key'>): string => JSON.stringify([scope, key]);

/**
 * `addOnce` for many calls in one transaction: each gets its answer or why it was refused, in their order. Two calls of them may
 * not have the same key.
 */
export async function addManyOnce<Call extends { readonly once: OnceKey }, T>(
  tx: Transaction<Database>,
  calls: readonly Call[],
  { add, rowIdOf, find }: OnceManySteps<Call, T>,
): Promise<(T | AppError)[]> {
  const keyed = calls.map(({ once }) => once).filter(hasKey);
  const taken = keyed.length === 0 ? [] : await reserve(tx, keyed);
  const reserved = new Map(taken.map((reservation) => [nameOf(reservation), reservation]));
  const reservationOf = ({ once }: Call) => (hasKey(once) ? reserved.get(nameOf(once)) : undefined);

  const earlier = taken.map(({ row_id: rowId }) => rowId).filter((rowId) => rowId !== null);
  const found = new Map((earlier.length === 0 ? [] : await find(earlier)).map((answer) => [rowIdOf(answer), answer]));
  const answerOf = (call: Call): T | AppError | undefined => {
    const reservation = reservationOf(call);
    const first = found.get(reservation?.row_id ?? '');
    return first !== undefined && reservation?.body_hash !== call.once.bodyHash ? keyReused() : first;
  };

  const fresh = calls.filter((call) => answerOf(call) === undefined);
  const outcomes = fresh.length === 0 ? [] : await add(fresh);
  const added = fresh.flatMap(({ once }, index) => {
    const outcome = outcomes[index];
    return outcome === undefined || outcome instanceof AppError || !hasKey(once) ? [] : [{ once, rowId: rowIdOf(outcome) }];
  });
  if (added.length > 0) await remember(tx, added);
  const outcomeOf = new Map(fresh.map((call, index) => [call, outcomes[index]]));
  return calls.map((call) => answerOf(call) ?? outcomeOf.get(call) ?? new AppError('internal', 'A call was left without an answer'));
}

/** Forgets keys of calls more than a day ago; for the worker's hourly cleaning. Gives how many went. */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from idempotency_keys where created_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) returning 1`.execute(db);
  return rows.length;
}
