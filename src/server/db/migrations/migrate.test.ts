import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { checkDatabase } from '#server/doctor/check-database.ts';
import { administer, siblingUrl } from '#server/testing/database.ts';
import { openDatabase } from '../connection.ts';
import { listPendingMigrations, migrate } from './migrate.ts';

const { serverUrl } = inject('database');
const name = `turnout_migrate_${process.pid}`;
const url = siblingUrl(serverUrl, name);
const { db, close } = openDatabase({ url, pool: 4, log: { warn: () => undefined } });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-migrations-'));

function write(migrations: Record<string, string>): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  for (const [file, text] of Object.entries(migrations)) fs.writeFileSync(path.join(folder, file), text);
}

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(db);
  return rows.map((row) => row.name);
}

beforeEach(async () => {
  await administer(serverUrl, `drop database if exists ${name} with (force)`, `create database ${name}`);
});

afterAll(async () => {
  await close();
  await administer(serverUrl, `drop database if exists ${name} with (force)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

async function createWith(encoding: string): Promise<void> {
  const { rows } = await sql<{ provider: string }>`
    select case when current_setting('server_version_num')::integer >= 150000 then 'locale_provider libc' else '' end as provider`.execute(
    db,
  );
  const options = `encoding '${encoding}' lc_collate 'C' lc_ctype 'C' ${rows[0]?.provider} template template0`;
  await administer(serverUrl, `drop database ${name} with (force)`, `create database ${name} ${options}`);
}

test.for(['SQL_ASCII', 'LATIN1', 'WIN1252', 'EUC_JP'])(
  'OPS-7: no tables are created in a database with %s, and the doctor says why',
  async (encoding) => {
    write({ '0001_create_a.sql': 'create table a (id int);' });
    await createWith(encoding);
    await expect(migrate(db, { folder })).rejects.toThrow(`The database has the encoding ${encoding}, in which names are damaged`);
    expect(await listTables()).toEqual([]);
    expect(await checkDatabase(db, 1)).toContainEqual(expect.objectContaining({ state: 'bad', text: expect.stringContaining(encoding) }));
  },
);

test('OPS-7: the doctor warns about a locale without capitals of other scripts', async () => {
  await createWith('UTF8');
  expect((await sql<{ small: string }>`select lower('ИВАНОВ É') as small`.execute(db)).rows).toEqual([{ small: 'ИВАНОВ É' }]);
  const found = expect.objectContaining({
    state: 'warning',
    text: expect.stringContaining('Its locale, C, knows capitals from A to Z only'),
  });
  expect(await checkDatabase(db, 1)).toContainEqual(found);
  await migrate(db, { folder });
  await administer(serverUrl, `drop database ${name} with (force)`, `create database ${name}`);
  expect(await checkDatabase(db, 1)).not.toContainEqual(found);
});

test('migrations run once, in the order of their numbers, with several statements each', async () => {
  write({ '0002_add_b.sql': 'alter table a add b int; create table c (id int);', '0001_create_a.sql': 'create table a (id int);' });
  expect(await listPendingMigrations(db, folder)).toEqual(['0001_create_a', '0002_add_b']);
  expect(await migrate(db, { folder })).toEqual(['0001_create_a', '0002_add_b']);
  expect(await listTables()).toEqual(['a', 'c']);
  expect(await migrate(db, { folder })).toEqual([]);
});

test('a failed migration is named and rolled back', async () => {
  write({ '0001_create_a.sql': 'create table a (id int);', '0002_break.sql': 'create table b (id int); select nonsense;' });
  await expect(migrate(db, { folder })).rejects.toThrow(/0002_break failed: .*nonsense/);
  expect(await listTables()).toEqual(['a']);
  expect(await listPendingMigrations(db, folder)).toEqual(['0002_break']);
});

test('an older release leaves the database unchanged', async () => {
  write({ '0001_create_a.sql': 'create table a (id int);', '0002_create_b.sql': 'create table b (id int);' });
  await migrate(db, { folder });
  write({ '0001_create_a.sql': 'create table a (id int);' });
  expect(await migrate(db, { folder })).toEqual([]);
  expect(await listTables()).toEqual(['a', 'b']);
});

test.each([
  [{ '1_create.sql': '' }, '1_create.sql is not a migration'],
  [{ '0001_a.sql': '', '0001_b.sql': '' }, '0001_b has the same number as another migration'],
])('files whose numbers are ambiguous are refused: %o', async (files, message) => {
  write(files);
  await expect(migrate(db, { folder })).rejects.toThrow(message);
});

test('three processes that start together migrate an empty database once', async () => {
  const script = fileURLToPath(new URL('../../testing/processes/migrate-process.ts', import.meta.url));
  const run = () => promisify(execFile)(process.execPath, [script, url]);
  const applied = await Promise.all([run(), run(), run()]);
  const lists = applied.map(({ stdout }): unknown => JSON.parse(stdout));
  const all = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(lists.filter((list) => Array.isArray(list) && list.length > 0)).toEqual([all.rows.map((row) => row.name)]);
  expect(await listPendingMigrations(db)).toEqual([]);
});

test('ATT-15: if PostgreSQL has no ICU for the database, names are sorted as by C', async () => {
  await administer(
    serverUrl,
    `drop database if exists ${name} with (force)`,
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
  );
  // Not by `migrate`, which makes no tables in this encoding, the only one without ICU here.
  await sql
    .raw(fs.readFileSync(new URL('../../../../migrations/0001_form_settings_and_pictures.sql', import.meta.url), 'utf8'))
    .execute(db);
  const { rows } =
    await sql`select collprovider as provider, collcollate as locale from pg_collation where collname = 'turnout_names'`.execute(db);
  expect(rows).toEqual([{ provider: 'c', locale: 'C' }]);
});
