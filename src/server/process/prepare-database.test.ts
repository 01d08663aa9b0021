import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { type TestDatabase, createTestDatabase } from '#server/testing/database.ts';
import { createLogger } from './logger.ts';
import { prepareDatabase } from './prepare-database.ts';

const log = createLogger({ level: 'silent', environment: 'test' });
const prepare = async (url: string, settings: Record<string, string> = {}) =>
  prepareDatabase(parseConfig({ DATABASE_URL: url, ...settings }), log, new AbortController().signal);

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.destroy);
  return database;
}

async function newEmptyDatabase(): Promise<TestDatabase> {
  const database = await newDatabase();
  await sql.raw('drop schema public cascade; create schema public').execute(database.db);
  return database;
}

const tablesOf = async ({ db }: TestDatabase) =>
  (await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)).rows;

/** The address for a new user with these rights, in SQL. */
async function urlOfUser({ db, url }: TestDatabase, rights: (role: string) => string): Promise<string> {
  const role = `guest_${Date.now()}`;
  await sql.raw(`create role ${role} login password 'guest'; ${rights(role)}`).execute(db);
  onTestFinished(async () => void (await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db)));
  return Object.assign(new URL(url), { username: role, password: 'guest' }).href;
}

test.each([
  ['no rights', '', /^The search_path of the database user leads to no schema that this user may use\. As the owner/],
  [
    'usage alone',
    'grant usage on schema public to %',
    /^The user of DATABASE_URL may not create tables\. As the owner of the database: grant/,
  ],
  ['a search_path without a schema', 'alter role % set search_path = nowhere', /^The search_path .* create the schema.* reset search_path/],
])('OPS-10: for a database user with %s startup says what to do, and nothing is changed', async (_, rights, words) => {
  const database = await newEmptyDatabase();
  const url = await urlOfUser(database, (role) => rights.replace('%', role));
  await expect(prepare(url)).rejects.toThrow(words);
  expect(await tablesOf(database)).toEqual([]);
});

test.each(['select', 'select, insert, update'])(
  'OPS-10: for a user with only %s on the tables startup says what to grant',
  async (rights) => {
    const database = await newDatabase();
    const url = await urlOfUser(database, (role) => `grant ${rights} on all tables in schema public to ${role}`);
    await expect(prepare(url)).rejects.toThrow(
      /^The database user guest_\d+ may not read and write \d+ of the tables\. As their owner: grant select, insert, update, delete on all tables/,
    );
  },
);

test('ATT-15: after an upgrade of ICU startup refreshes the version of the order of names', async () => {
  const { db, url } = await newDatabase();
  await sql`update pg_collation set collversion = '1' where collname = 'turnout_names'`.execute(db);
  await prepare(url);
  const { rows } =
    await sql`select collversion = pg_collation_actual_version(oid) as is_new from pg_collation where collname = 'turnout_names'`.execute(
      db,
    );
  expect(rows).toEqual([{ is_new: true }]);
});

test('OPS-10: a time zone that the database does not know prevents startup, and nothing is changed', async () => {
  const database = await newEmptyDatabase();
  const config = { ...parseConfig({ DATABASE_URL: database.url }), timeZone: 'Europe/Newtown' };
  await expect(prepareDatabase(config, log, new AbortController().signal)).rejects.toThrow(
    /^The database does not know the time zone Europe\/Newtown: set TIME_ZONE to an older name/,
  );
  expect(await tablesOf(database)).toEqual([]);
});

test('OPS-10: a user who may read and write all tables need not own them', async () => {
  const database = await newDatabase();
  const url = await urlOfUser(database, (role) => `grant select, insert, update, delete on all tables in schema public to ${role}`);
  await expect(prepare(url)).resolves.toMatchObject({ url });
});

test.each([
  ['empty', newEmptyDatabase],
  ['migrated', newDatabase],
])('OPS-10: a database that is %s and can only be read prevents startup', async (_, open) => {
  const url = new URL((await open()).url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  await expect(prepare(url.href)).rejects.toThrow(/^The database of DATABASE_URL is read-only: see default_transaction_read_only/);
});

test('OPS-10: a DATABASE_DIRECT_URL that leads to another database is refused, and nothing is changed there', async () => {
  const [database, other] = [await newDatabase(), await newEmptyDatabase()];
  await expect(prepare(database.url, { DATABASE_DIRECT_URL: other.url })).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a different database from DATABASE_URL: give the address of the same one, bypassing the pooler$/,
  );
  expect(await tablesOf(other)).toEqual([]);
  await expect(prepare(database.url, { DATABASE_DIRECT_URL: database.url })).resolves.toMatchObject({ url: database.url });
});

test('OPS-10: a database of a build before 1.0.0 prevents startup, and nothing is changed there', async () => {
  const database = await newEmptyDatabase();
  await sql
    .raw(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into kysely_migration values ('0001_event_series_and_marketing_forms', '')`)
    .execute(database.db);
  const tables = await tablesOf(database);
  await expect(prepare(database.url)).rejects.toThrow(/^This database was made by a build before 1\.0\.0, which this release cannot read$/);
  expect(await tablesOf(database)).toEqual(tables);
});
