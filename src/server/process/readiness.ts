import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { listPendingMigrations } from '#server/db/migrations/migrate.ts';
import { within } from '#server/db/outage.ts';

const ANSWER_TIMEOUT_MS = 2_000;
const MAX_STALL_MS = 10_000;

/** Fails as a write would, so that the pool drops a session that can only read. */
const IS_WRITABLE = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'The database can only be read';
  end if;
end $$`;

interface ReadinessDeps {
  readonly db: Db;
  /** For how many milliseconds writes have been waiting without any being done. */
  readonly stalledMs: () => number;
  /** Default 10 seconds. */
  readonly maxStallMs?: number;
}

/** Makes a check that resolves to the reason why the database cannot be used, or undefined; it never throws. */
export function databaseReadiness({ db, stalledMs, maxStallMs = MAX_STALL_MS }: ReadinessDeps): () => Promise<Error | undefined> {
  let isMigrated = false;
  async function check(): Promise<Error | undefined> {
    if (stalledMs() > maxStallMs) return new Error(`No sign-up could be stored for more than ${maxStallMs} ms`);
    isMigrated ||= (await listPendingMigrations(db)).length === 0;
    if (isMigrated) await sql.raw(IS_WRITABLE).execute(db);
    return isMigrated ? undefined : new Error('Migrations of this release have not been run');
  }
  async function answer(): Promise<Error | undefined> {
    try {
      return await within(ANSWER_TIMEOUT_MS, 'The database does not answer within 2 seconds', check());
    } catch (error) {
      return error instanceof Error ? error : new Error('The database cannot be queried', { cause: error });
    }
  }
  let answering: Promise<Error | undefined> | undefined;
  // Simultaneous requests share one answer, since each connection would slow down a restarting database.
  return async () =>
    (answering ??= answer().finally(() => {
      answering = undefined;
    }));
}
