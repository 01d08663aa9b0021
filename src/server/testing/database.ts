import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, inject, onTestFinished } from 'vitest';
import { type DatabaseConnection, type Db, openDatabase, type Tx } from '#server/db/connection.ts';
import { isTransient } from '#server/db/outage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template and its server, by `database-setup.ts`. */
    database: { serverUrl: string; template: string; strategy: string };
  }
}

/** The database of one test file. */
export interface TestDatabase extends Omit<DatabaseConnection, 'close'> {
  url: string;
  /** Deletes all rows, in all tables. */
  empty: () => Promise<void>;
  destroy: () => Promise<void>;
}

/** A failed test may not have returned a connection, and closing would wait for it until the whole file fails. */
const CLOSES_WITHIN_MS = 5_000;

/**
 * Much faster than `truncate` for a few rows. Tables with triggers come first, since these record deletions in other tables, then the newest, so that few rows
 * are left for cascades; workers that are writing are waited for.
 */
const DELETE_ALL = `
  do $$
  declare tables text[] := array(
    select format('%I', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    order by exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) desc, oid desc);
  begin
    execute format('lock table %s in exclusive mode', array_to_string(tables, ', '));
    execute 'delete from ' || array_to_string(tables, '; delete from ');
  end $$`;

/** The address of another database on the same server. */
export function siblingUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements outside a transaction, as creating and dropping databases requires. */
export async function administer(serverUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A worker that polls in the meantime may lock the tables in another order; the deadlock is then resolved by another attempt. */
async function empty(pool: pg.Pool): Promise<void> {
  try {
    await pool.query(DELETE_ALL);
  } catch (error) {
    if (!isTransient(error)) throw error;
    await empty(pool);
  }
}

/** A copy of the migrated template, for tests that need several databases; otherwise use `openTestDatabase`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template, strategy } = inject('database');
  const name = `turnout_test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template ${template} ${strategy}`);
  const url = siblingUrl(serverUrl, name);
  const { db, pool, close } = openDatabase({ url, pool: 10, log: { warn: () => undefined } });
  return {
    db,
    pool,
    url,
    empty: async () => empty(pool),
    destroy: async () => {
      await Promise.race([close(), sleep(CLOSES_WITHIN_MS, undefined, { ref: false })]);
      await administer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** A copy of the migrated template, until the end of the test. */
export async function databaseOfTest(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.destroy);
  return database;
}

/** The database of a test file, emptied before each test: `const { db } = await openTestDatabase();` */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  beforeEach(database.empty);
  afterAll(database.destroy);
  return database;
}

/** The number of connections to this database that wait for a lock. */
export async function countWaitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

async function countRows(tx: Tx): Promise<{ scanned: number; found: number }> {
  const { rows } = await sql<{ scanned: number; found: number }>`
    select coalesce(sum(seq_tup_read), 0)::integer as scanned, coalesce(sum(idx_tup_fetch), 0)::integer as found
    from pg_stat_xact_user_tables`.execute(tx);
  return rows[0]!;
}

/** The rows that `read` reads in sequential scans, and those that it finds by an index. */
export async function rowsRead(db: Db, read: (tx: Tx) => Promise<unknown>): Promise<{ scanned: number; found: number }> {
  return db.transaction().execute(async (tx) => {
    // The counts include what earlier transactions of this connection have not reported yet.
    const before = await countRows(tx);
    await read(tx);
    const after = await countRows(tx);
    return { scanned: after.scanned - before.scanned, found: after.found - before.found };
  });
}
