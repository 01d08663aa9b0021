import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { type Db, rowsOf } from '../connection.ts';
import { isMissingTable } from '../outage.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations/', import.meta.url));
const NAME = /^(\d{4}_[a-z0-9_]+)(\.concurrent)?\.sql$/;
/** Lock timeout and deadlock. */
const LOCK_CONFLICTS = new Set(['55P03', '40P01']);
/** While a migration waits for a table's lock, all later queries wait behind it; so the first waits are short. */
const LOCK_TIMEOUTS_MS = [100, 500, 2_000, 5_000];
const RETRY_MS = 1_000;
const GIVE_UP_MS = 600_000;
/** An arbitrary key that no other lock uses. */
const MIGRATION_LOCK = 7_305_810_447_217;

interface MigrationFile {
  readonly name: string;
  readonly file: string;
  /** Runs without a transaction, one statement at a time, as `create index concurrently` requires. */
  readonly isConcurrent: boolean;
}

interface MigrationText extends MigrationFile {
  readonly text: string;
}

interface MigrateOptions {
  readonly folder?: string;
  readonly upTo?: string | undefined;
  readonly onWait?: (migration: string) => void;
}

async function listMigrations(folder: string): Promise<MigrationFile[]> {
  const migrations = (await fs.readdir(folder)).toSorted().map((file) => {
    const [, name, concurrent] = NAME.exec(file) ?? [];
    if (name === undefined) throw new Error(`${file} is not a migration: a name looks like 0001_what_it_does.sql`);
    return { name, file, isConcurrent: concurrent !== undefined };
  });
  const twice = migrations.find(({ name }, index) => name.slice(0, 4) === migrations[index - 1]?.name.slice(0, 4));
  if (twice !== undefined) throw new Error(`${twice.name} has the same number as another migration`);
  return migrations;
}

/** The statements of a concurrent migration are split at a semicolon at the end of a line. */
function migrationOf({ text, isConcurrent }: MigrationText, lockTimeoutMs: number): Migration {
  const statements = isConcurrent ? text.split(/;\s*$/m) : [`set local lock_timeout = ${lockTimeoutMs}`, text];
  return {
    up: async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** The names of the migrations of this release, in order. */
export const migrationNames = async (folder = MIGRATIONS): Promise<string[]> => (await listMigrations(folder)).map(({ name }) => name);

export async function listApplied(db: Db): Promise<Set<string>> {
  try {
    return new Set((await rowsOf<{ name: string }>(db)`select name from kysely_migration`).map((row) => row.name));
  } catch (error) {
    if (isMissingTable(error)) return new Set();
    throw error;
  }
}

/** Why this release does not read a database or backup that has had these migrations; undefined when it does. Each rewriting before 1.0.0 gave the first one another name. */
export async function whyNotRead(
  what: 'database' | 'backup',
  migrations: Iterable<string>,
  folder = MIGRATIONS,
): Promise<string | undefined> {
  const [first = ''] = await migrationNames(folder);
  const isEarlier = [...migrations].some((name) => name.startsWith(first.slice(0, 5)) && name !== first);
  return isEarlier ? `This ${what} was made by a build before 1.0.0, which this release cannot read` : undefined;
}

/** Why a database with this encoding is not used; undefined when it is. */
export const whyNotStored = (encoding = ''): string | undefined =>
  encoding === 'UTF8'
    ? undefined
    : `The database has the encoding ${encoding}, in which names are damaged or cannot be stored: create another one with encoding 'UTF8' template template0`;

const whyNoTables = async (db: Db): Promise<string | undefined> =>
  whyNotStored((await sql<{ server_encoding: string }>`show server_encoding`.execute(db)).rows[0]?.server_encoding);

/** The names of the migrations of this release that the database lacks, in order. */
export async function listPendingMigrations(db: Db, folder = MIGRATIONS): Promise<string[]> {
  const [names, applied] = [await migrationNames(folder), await listApplied(db)];
  return names.filter((name) => !applied.has(name));
}

/** The migrations of later releases that the database has had; this release serves anyway (docs/migrations.md). */
export async function listLaterMigrations(db: Db): Promise<string[]> {
  const own = new Set(await migrationNames());
  return [...(await listApplied(db))].filter((name) => !own.has(name)).toSorted();
}

async function tryNext(db: Db, all: readonly MigrationText[], next: MigrationFile, lockTimeoutMs: number): Promise<unknown> {
  const migrations = Object.fromEntries(all.map((each) => [each.name, migrationOf(each, lockTimeoutMs)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  return (await migrator.migrateUp({ disableTransactions: next.isConcurrent })).error;
}

const isLockConflict = (error: unknown): boolean => error instanceof pg.DatabaseError && LOCK_CONFLICTS.has(error.code ?? '');

async function applyNext(db: Db, all: readonly MigrationText[], next: MigrationFile, onWait: MigrateOptions['onWait']): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let attempt = 0; ; attempt += 1) {
    const error = await tryNext(db, all, next, LOCK_TIMEOUTS_MS[attempt] ?? LOCK_TIMEOUTS_MS.at(-1) ?? 0);
    if (error === undefined) return;
    if (!isLockConflict(error) || performance.now() > giveUpAt) {
      throw new Error(`The migration ${next.name} failed: ${error instanceof Error ? error.message : 'no reason given'}`, { cause: error });
    }
    onWait?.(next.name);
    await sleep(RETRY_MS);
  }
}

/** Runs work under a lock. It polls for the lock, since a waiting statement would block an index that is built concurrently. */
async function withMigrationLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const take = sql<{ is_taken: boolean }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as is_taken`;
  while (!(await take.execute(db)).rows[0]?.is_taken) await sleep(RETRY_MS / 5);
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(db);
  }
}

/** Applies the missing migrations, in one process alone where several start. @returns their names @throws Error when one fails, for a database from before 1.0.0, or an empty one that is not in UTF-8 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, upTo, onWait } = options;
  const applied = await listApplied(db);
  const problem = (await whyNotRead('database', applied, folder)) ?? (applied.size === 0 ? await whyNoTables(db) : undefined);
  if (problem !== undefined) throw new Error(problem);
  if ((await listPendingMigrations(db, folder)).length === 0) return [];
  return db.connection().execute((session) =>
    withMigrationLock(session, async () => {
      const pending = new Set(await listPendingMigrations(session, folder));
      const all = await Promise.all(
        (await listMigrations(folder)).map(async (each) => ({ ...each, text: await fs.readFile(path.join(folder, each.file), 'utf8') })),
      );
      const migrations = all.filter(({ name }) => pending.has(name) && (upTo === undefined || name <= upTo));
      for (const next of migrations) await applyNext(session, all, next, onWait);
      return migrations.map(({ name }) => name);
    }),
  );
}
