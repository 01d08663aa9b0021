import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { openDatabase, PREPARED } from './connection.ts';
import type { Database } from './tables.ts';

const { url } = await openTestDatabase();

function open(directUrl?: string): Kysely<Database> {
  const { db, close } = openDatabase({ url, directUrl, pool: 1, log: { warn: () => undefined } });
  onTestFinished(close);
  return db;
}

const select = async (db: Kysely<Database>, number: number) =>
  db
    .selectFrom(sql<{ number: number }>`(values (1), (2), (3))`.as<'given'>(sql`given(number)`))
    .modifyFront(PREPARED)
    .select('number')
    .where('number', '>', number)
    .execute();

const countPrepared = async (db: Kysely<Database>): Promise<number> =>
  (await sql`select from pg_prepared_statements`.execute(db)).rows.length;

test('a marked query is prepared once for a connection, and answers by its parameters every time', async () => {
  const db = open();
  expect(await select(db, 1)).toEqual([{ number: 2 }, { number: 3 }]);
  expect(await select(db, 2)).toEqual([{ number: 3 }]);
  expect(await countPrepared(db)).toBe(1);
});

test('a statement with the mark in front is prepared, too', async () => {
  const db = open();
  await sql`${PREPARED}with given as (select 1) select * from given`.execute(db);
  expect(await countPrepared(db)).toBe(1);
});

test('REL-8: through a pooler a marked query is not prepared', async () => {
  const db = open(url);
  expect(await select(db, 2)).toEqual([{ number: 3 }]);
  expect(await countPrepared(db)).toBe(0);
});
