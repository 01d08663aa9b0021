import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { counted } from '#contract/texts/counts.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { listApplied, migrate, migrationNames, whyNotRead } from '#server/db/migrations/migrate.ts';
import { OWN_SCHEMA } from '#server/db/table-rights.ts';
import { pauseSending } from '#server/queues/sending-pause.ts';
import { type BackupHead, type CarriedTable, columnList, endSchema, listCarriedTables, tableName, tableSchema } from './format.ts';
import { BackupReader } from './read-backup.ts';

/** Runs work in a transaction of `pg` itself, for prepared statements; rolls back when it throws. */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

export interface RestoreOptions {
  overwrite: boolean;
  /** Whether waiting steps run immediately; otherwise sending is paused until someone resumes it. */
  resumeSteps: boolean;
  /** Whether links to self-service pages and calendar feeds end, since some may have been ended after the backup. */
  endLinks?: boolean;
}

/** Whether the backup has all migrations of this release, not only the first. @throws Error if it has others, or it or the database predates 1.0.0 */
async function hasAllMigrations({ migrations }: BackupHead, known: readonly string[]): Promise<boolean> {
  const problem = (await whyNotRead('backup', migrations)) ?? (await whyNotRead('database', known));
  if (problem !== undefined) throw new Error(problem);
  if (known.slice(0, migrations.length).join() === migrations.join()) return known.length === migrations.length;
  throw new Error(
    `The backup was made by a later or different release of Turnout: its last migration is ${migrations.at(-1)}, here it is ${known.at(-1)}. Restore it with the release that made it`,
  );
}

/** The number of connections of running servers, without those idle for half a minute, which a pooler keeps under a server's name. */
async function countUsers(client: pg.ClientBase): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()'); // A transaction sees the activity as it was when it first asked.
  const { rows } = await client.query<{ connections: number }>(
    `select count(*) as connections from pg_stat_activity
     where datname = current_database() and application_name = 'turnout' and pid <> pg_backend_pid()
       and (state is distinct from 'idle' or state_change > now() - interval '30 seconds')`,
  );
  return rows[0]?.connections ?? 0;
}

const UNUSED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 100;

/** Connections of this command that are being closed are still listed for a moment. */
async function checkUnused(client: pg.ClientBase): Promise<void> {
  const giveUpAt = performance.now() + UNUSED_WITHIN_MS;
  for (;;) {
    const connections = await countUsers(client);
    if (connections === 0) return;
    if (performance.now() > giveUpAt) {
      throw new Error(
        `Turnout is running on this database (${counted(connections, 'connection')}): stop it first. If it has just stopped behind a pooler, try again in half a minute, or stop the pooler`,
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function checkEmpty(client: pg.ClientBase, tables: readonly CarriedTable[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${tableName(table)} limit 1`);
    if (rowCount !== 0) throw new Error('This database contains data: --overwrite replaces it with that of the backup');
  }
}

async function empty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
     where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'`,
  );
  await client.query(`truncate ${rows[0]?.names}`);
}

async function load(client: pg.ClientBase, reader: BackupReader, tables: readonly CarriedTable[]): Promise<Record<string, number>> {
  const loaded: Record<string, number> = {};
  for (const table of tables) {
    const { name, columns } = await reader.line(tableSchema);
    if (name !== table.name || columns.join() !== table.columns.join()) {
      throw new Error(`The backup has different columns from this database: ${name} where ${table.name} is expected`);
    }
    const copy = client.query(copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin`));
    await pipeline(reader.rows(), copy);
    loaded[name] = copy.rowCount;
  }
  const { rows } = await reader.line(endSchema);
  const wrong = tables.find(({ name }) => rows[name] !== loaded[name]);
  if (wrong !== undefined)
    throw new Error(`${wrong.name} has ${counted(loaded[wrong.name] ?? 0, 'row')}, the backup says ${rows[wrong.name]}`);
  return loaded;
}

export interface CheckedBackup {
  readonly file: string;
  readonly head: BackupHead;
}

/** Reads a backup to its end, to find a broken one before a database is changed. @throws Error with instructions when it is not whole or not ours */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const reader = new BackupReader(file);
  const head = await reader.head();
  let part = await reader.line(z.union([tableSchema, endSchema]));
  while ('name' in part) {
    for await (const rows of reader.rows()) void rows;
    part = await reader.line(z.union([tableSchema, endSchema]));
  }
  await reader.end();
  return { file, head };
}

async function returnToMigration({ db, pool }: DatabaseConnection, upTo: string | undefined): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      `select format('drop table %s cascade', oid::regclass) as statement from pg_class
         where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and not relispartition
       union all
       select format('drop function %s cascade', oid::regprocedure) from pg_proc
         where pronamespace = ${OWN_SCHEMA} and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
       union all
       select format('drop type %s cascade', oid::regtype) from pg_type where typnamespace = ${OWN_SCHEMA} and typtype = 'e'
       union all
       select format('drop collation %s cascade', oid::regcollation) from pg_collation where collnamespace = ${OWN_SCHEMA}`,
    );
    for (const { statement } of rows) await client.query(statement);
  });
  await migrate(db, { upTo });
}

async function checkReplaceable(client: pg.ClientBase, { overwrite }: RestoreOptions): Promise<void> {
  await checkUnused(client);
  if (!overwrite) await checkEmpty(client, await listCarriedTables(client));
}

/** Checks before anything is migrated. @throws Error with instructions for a release that this one does not read, or a database that is in use or not empty */
export async function checkTarget({ db, pool }: DatabaseConnection, { head }: CheckedBackup, options: RestoreOptions): Promise<void> {
  await hasAllMigrations(head, [...new Set([...(await migrationNames()), ...(await listApplied(db))])].toSorted());
  await inTransaction(pool, async (client) => checkReplaceable(client, options));
}

/**
 * Replaces all rows in one transaction, and pauses sending; tables of an older release are created as they were then, loaded and migrated.
 * @returns the number of rows of each table
 * @throws Error as `checkTarget`
 */
export async function restoreBackup(database: DatabaseConnection, { file, head }: CheckedBackup, options: RestoreOptions) {
  const { db, pool } = database;
  const isOfThisRelease = await hasAllMigrations(head, [...(await listApplied(db))].toSorted());
  const finish = async (client: pg.ClientBase): Promise<void> => {
    await pauseSending(client, options.resumeSteps ? undefined : head.takenAt);
    if (options.endLinks === true) await client.query('truncate registration_tokens, calendar_feeds');
  };
  if (!isOfThisRelease) {
    await inTransaction(pool, async (client) => checkReplaceable(client, options));
    await returnToMigration(database, head.migrations.at(-1));
  }
  const reader = new BackupReader(file);
  await reader.head();
  const rows = await inTransaction(pool, async (client) => {
    if (isOfThisRelease) await checkReplaceable(client, options);
    await empty(client);
    const loaded = await load(client, reader, await listCarriedTables(client));
    if (isOfThisRelease) await finish(client);
    return loaded;
  });
  if (!isOfThisRelease) {
    await migrate(db);
    await inTransaction(pool, finish);
  }
  return rows;
}
