import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Database } from '#server/db/tables.ts';
import { AppError } from '#server/errors.ts';

export const KEY_LIFETIME_HOURS = 24;

export interface OnceKey {
  /** The path of the call, such as `event_series/{id}/event/add`; the same key with another path is another key. */
  readonly scope: string;
  /** The caller's `Idempotency-Key`, if any. */
  readonly key: string | undefined;
  /** See the function `bodyHash`. */
  readonly bodyHash: string;
}

interface OnceSteps<T> {
  readonly add: () => Promise<T>;
  /** The id of the row from which the answer can be read again. */
  readonly rowIdOf: (answer: T) => string;
  /** Reads the answer of the first call again; undefined when its row was deleted. */
  readonly find: (rowId: string) => Promise<T | undefined>;
}

/** Identifies a body without storing it. */
export const bodyHash = (body: unknown): string => hash('sha256', JSON.stringify(body ?? null), 'base64url');

export const keyReused = (): AppError => new AppError('conflict', 'This Idempotency-Key was used with another body');

interface Reservation {
  readonly scope: string;
  readonly key: string;
  /** Null when no call added a row within the lifetime of the key. */
  readonly row_id: string | null;
  readonly body_hash: string;
}

type KeyedCall = OnceKey & { readonly key: string };

const hasKey = (once: OnceKey): once is KeyedCall => once.key !== undefined;

/** For `unnest`. */
const columnsOf = (calls: readonly KeyedCall[]) => sql`
  ${calls.map(({ scope }) => scope)}::text[], ${calls.map(({ key }) => key)}::text[], ${calls.map((call) => call.bodyHash)}::text[]`;

/** Reserves distinct keys, waiting for concurrent calls with the same ones. */
async function reserve(tx: Transaction<Database>, calls: readonly KeyedCall[]): Promise<Reservation[]> {
  // Unlike `do nothing`, an update without a change locks the row and reads what the other call wrote.
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
    update idempotency_keys as k set row_id = call.row_id, body_hash = call.body_hash, created_at = now()
    from unnest(${columnsOf(added.map(({ once }) => once))}, ${added.map(({ rowId }) => rowId)}::uuid[]) as call (scope, key, body_hash, row_id)
    where k.scope = call.scope and k.key = call.key`.execute(tx);
}

/**
 * Runs `add` once: the same key again gives the first answer, even when both calls come at the same time. A key is forgotten after 24
 * hours, or when its row is deleted. To be called before any lock is taken.
 * @throws AppError `conflict` when the key was used with another body
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
  /** Gives the answer of each call, or the error with which it was refused. */
  readonly add: (calls: readonly Call[]) => Promise<readonly (T | AppError)[]>;
  readonly rowIdOf: (answer: T) => string;
  /** Reads the answers of earlier calls again, of those whose rows still exist. */
  readonly find: (rowIds: readonly string[]) => Promise<readonly T[]>;
}

const nameOf = ({ scope, key }: Pick<KeyedCall, 'scope' | 'key'>): string => JSON.stringify([scope, key]);

/** `addOnce` for several calls with distinct keys in one transaction; gives the answer or error of each, in their order. */
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

/** Deletes keys older than a day, for the hourly cleaning; gives their number. */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const where = sql<boolean>`created_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`;
  return deleteInBatches(db, { table: 'idempotency_keys', where, by: 'created_at' });
}
