import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { parseConfig } from './config/config.ts';
import { createLogger } from './logger.ts';
import { prepareDatabase } from './prepare-database.ts';

const log = createLogger({ level: 'silent', environment: 'test' });
const prepare = async (url: string) => prepareDatabase(parseConfig({ DATABASE_URL: url }), log, new AbortController().signal);

test('OPS-10: a database user without rights is told what to grant, and nothing is changed', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.destroy);
  const role = `guest_${Date.now()}`;
  await sql.raw(`drop schema public cascade; create schema public; create role ${role} login password 'guest'`).execute(database.db);
  onTestFinished(async () => void (await sql.raw(`drop role ${role}`).execute(database.db)));
  const url = new URL(database.url);
  url.username = role;
  url.password = 'guest';
  await expect(prepare(url.href)).rejects.toThrow(
    /^The user of DATABASE_URL may not create tables\. As the owner of the database: grant create, usage on schema public/,
  );
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(database.db);
  expect(rows).toEqual([]);
});

test('a database that can only be read is told as a replica', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.destroy);
  await sql.raw('drop schema public cascade; create schema public').execute(database.db);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  await expect(prepare(url.href)).rejects.toThrow(/^DATABASE_URL leads to a replica, which can only be read: set it to the primary server/);
});
