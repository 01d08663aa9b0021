import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listApplied, migrate, migrationNames } from '#server/db/migrations/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { backupFiles, newDatabase } from '#server/testing/backups.ts';
import { administer, openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { buildSeries } from '#server/testing/form-rows.ts';

const database = await openTestDatabase();
const { newFile, backUp } = backupFiles(database);
const dataDir = temporaryFolderOfFile();

/** Runs `npm run restore` on a database, to which the test keeps no connection. */
async function restore({ url }: TestDatabase, ...args: string[]) {
  await administer(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir };
  const restoring = spawn(process.execPath, [path.join(import.meta.dirname, 'restore.ts'), ...args], { env });
  const [said, [status]] = await Promise.all([text(restoring.stderr), once(restoring, 'exit')]);
  return { status, said };
}

/** A database as an older release has left it. */
async function newOlderDatabase(): Promise<TestDatabase> {
  const older = await newDatabase();
  await sql.raw('drop schema public cascade; create schema public').execute(older.db);
  await migrate(older.db, { upTo: (await migrationNames()).at(-2) });
  await sql`insert into forms (id, kind, title) values (${newId()}, 'series', 'Not to be lost')`.execute(older.db);
  return older;
}

test('OPS-2: a refused file creates no tables in an empty database', async () => {
  const empty = await newDatabase();
  await sql.raw('drop schema public cascade; create schema public').execute(empty.db);
  const file = newFile();
  fs.writeFileSync(file, fs.readFileSync(await backUp()).subarray(0, 400));
  expect(await restore(empty, file)).toEqual({ status: 1, said: expect.stringContaining('is cut off or damaged') });
  expect((await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(empty.db)).rows).toEqual([]);
});

test('OPS-2: if a database is not replaced it is not migrated either', async () => {
  await buildSeries(database.db);
  const older = await newOlderDatabase();
  const before = await listApplied(older.db);
  const file = await backUp();
  expect(await restore(older, file)).toEqual({ status: 1, said: expect.stringContaining('--overwrite replaces it') });
  const later = newFile();
  const content = zlib.gunzipSync(fs.readFileSync(file)).toString();
  fs.writeFileSync(later, zlib.gzipSync(content.replace(/"migrations":\[/, '"migrations":["9999_of_tomorrow",')));
  expect(await restore(older, later, '--overwrite')).toEqual({
    status: 1,
    said: expect.stringContaining('made by a later or different release'),
  });
  expect(await listApplied(older.db)).toEqual(before);
  expect(await restore(older, file, '--overwrite')).toEqual({ status: 0, said: '' });
  expect(await older.db.selectFrom('forms').select('title').execute()).toEqual(
    await database.db.selectFrom('forms').select('title').execute(),
  );
});
