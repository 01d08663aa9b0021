import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Db } from './connection.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;
const UNDEFINED_TABLE = '42P01';

async function listMigrations(folder: string): Promise<string[]> {
  const files = (await fs.readdir(folder)).toSorted();
  const names = files.map((file) => NAME.exec(file)?.[1] ?? '');
  const stranger = files.find((_, index) => names[index] === '');
  if (stranger !== undefined) throw new Error(`${stranger} is no migration: a name looks like 0001_what_it_does.sql`);
  const twice = names.find((name, index) => index > 0 && name.slice(0, 4) === names[index - 1]?.slice(0, 4));
  if (twice !== undefined) throw new Error(`${twice} has the number of another migration`);
  return names;
}

async function readMigrations(folder: string, names: readonly string[]): Promise<Record<string, Migration>> {
  const migrations = await Promise.all(
    names.map(async (name): Promise<[string, Migration]> => {
      const text = await fs.readFile(path.join(folder, `${name}.sql`), 'utf8');
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }];
    }),
  );
  return Object.fromEntries(migrations);
}

async function listApplied(db: Db): Promise<Set<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}

/** Names of the migrations of this release that the database lacks, in order. */
export async function listPendingMigrations(db: Db, folder = MIGRATIONS): Promise<string[]> {
  const [names, applied] = [await listMigrations(folder), await listApplied(db)];
  return names.filter((name) => !applied.has(name));
}

/**
 * Brings the database to this release in one transaction, under a lock: of several processes that start at once, one
 * migrates and the others wait. A database that a later release has migrated already is left as it is.
 * @returns names of the migrations that this call applied
 * @throws Error naming the migration that failed; nothing of it, or of those before it in this call, is kept
 */
export async function migrate(db: Db, folder = MIGRATIONS): Promise<string[]> {
  if ((await listPendingMigrations(db, folder)).length === 0) return [];
  const migrations = await readMigrations(folder, await listMigrations(folder));
  const { error, results = [] } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`The migration ${failed ?? 'list'} failed: ${error instanceof Error ? error.message : 'no reason given'}`, {
      cause: error,
    });
  }
  return results.map((result) => result.migrationName);
}
