import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './connection.ts';
import { checkDirect, isPooler, timeLimit } from './pooler.ts';

const { url, pool } = await openTestDatabase();

function open(directUrl?: string) {
  const database = openDatabase({ url, directUrl, pool: 1, log: { warn: () => undefined } });
  onTestFinished(database.close);
  return database;
}

const PREPARED = 'select name from pg_prepared_statements';

test('REL-8: through a pooler no statement is prepared by name, and no timeout is sent at the start of a session', async () => {
  const named = { name: 'one', text: 'select $1::int as one', values: [1] };
  const [direct, pooled] = [open(), open(url)];
  expect((await pooled.pool.query(named)).rows).toEqual([{ one: 1 }]);
  expect((await pooled.pool.query(PREPARED)).rows).toEqual([]);
  expect(await timeLimit(pooled.pool)).toBe('0');
  expect((await direct.pool.query(named)).rows).toEqual([{ one: 1 }]);
  expect((await direct.pool.query(PREPARED)).rows).toEqual([{ name: 'one' }]);
});

test('REL-8: a connection that keeps its startup parameters does not lead to a pooler', async () => {
  expect(await isPooler(open().pool)).toBe(false);
  expect(await isPooler(pool)).toBe(false);
});

test('REL-8: a pooler that drops our settings is refused where the database prefers another style of dates', async () => {
  const name = new URL(url).pathname.slice(1);
  const check = async () => checkDirect(open(url).pool, url, { warn: () => undefined });
  expect(await check()).not.toHaveProperty('problem');
  await pool.query(`alter database ${name} set DateStyle = 'German'`);
  onTestFinished(async () => void (await pool.query(`alter database ${name} reset DateStyle`)));
  expect(await check()).toMatchObject({ problem: expect.stringContaining('another DateStyle') });
});
