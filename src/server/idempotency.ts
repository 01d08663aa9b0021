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

interface Reservation {
  row_id: string | null;
  body_hash: string;
}

/** Takes the key, waiting for a call with the same one that is under way; gives what an earlier call left. */
async function reserve(tx: Transaction<Database>, { scope, key, bodyHash: hashed }: OnceKey): Promise<Reservation | undefined> {
  // Updating nothing locks the row and reads it as the other call left it, which "do nothing" would not.
  const { rows } = await sql<Reservation>`
    insert into idempotency_keys (scope, key, body_hash) values (${scope}, ${key}, ${hashed})
    on conflict (scope, key) do update set key = excluded.key
    returning body_hash,
      case when created_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) then row_id end as row_id`.execute(tx);
  return rows[0];
}

async function remember(tx: Transaction<Database>, { scope, key, bodyHash: hashed }: OnceKey, rowId: string): Promise<void> {
  await sql`
    update idempotency_keys set row_id = ${rowId}, body_hash = ${hashed}, created_at = now()
    where scope = ${scope} and key = ${key}`.execute(tx);
}

/**
 * Adds once: the same key again gives the first answer and writes nothing, also when both calls come at the same time.
 * A key counts as unused after 24 hours, or when the row it added is gone (decision 19). Called before any lock is taken.
 * @throws AppError `conflict` when the key came before with another body
 */
export async function addOnce<T>(tx: Transaction<Database>, once: OnceKey, { add, rowIdOf, find }: OnceSteps<T>): Promise<T> {
  if (once.key === undefined) return add();
  const earlier = await reserve(tx, once);
  const rowId = earlier?.row_id ?? null;
  const first = rowId === null ? undefined : await find(rowId);
  if (first !== undefined) {
    if (earlier?.body_hash !== once.bodyHash) throw keyReused();
    return first;
  }
  const answer = await add();
  await remember(tx, once, rowIdOf(answer));
  return answer;
}

/** Forgets keys of calls more than a day ago; for the worker's hourly cleaning. Gives how many went. */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from idempotency_keys where created_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) returning 1`.execute(db);
  return rows.length;
}
