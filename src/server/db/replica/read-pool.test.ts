import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { freePort } from '../embedded/server.ts';
import { openReads } from './read-pool.ts';

const { pool: primary, url } = await openTestDatabase();
const upToDate = { hasCaughtUp: async () => true, lagSeconds: 0 };

/** Connections that report which database answers. */
function openPool(connectionString: string, options = ''): pg.Pool {
  const pool = new pg.Pool({ connectionString, application_name: 'replica', options, max: 1 });
  onTestFinished(async () => pool.end());
  return pool;
}

const askWho = sql<{ who: string }>`select current_setting('application_name') as who`;

test('a query is answered by the replica when that is up to date, otherwise by the primary', async () => {
  const replica = openPool(url);
  const { db, figures } = openReads({ primary, replica, state: upToDate });
  expect((await askWho.execute(db)).rows).toEqual([{ who: 'replica' }]);
  expect(figures).toMatchObject({ fromReplica: 1, fromPrimary: 0 });
  const late = openReads({ primary, replica, state: { hasCaughtUp: async () => false, lagSeconds: 3 } });
  expect((await askWho.execute(late.db)).rows).toEqual([{ who: 'turnout' }]);
  expect(late.figures).toMatchObject({ fromReplica: 0, fromPrimary: 1, lagSeconds: 3 });
});

test('a query that a replica does not answer because it has just gone down is answered by the primary', async () => {
  const gone = new URL(url);
  gone.port = String(await freePort());
  const { db, figures } = openReads({ primary, replica: openPool(gone.href), state: upToDate });
  expect((await askWho.execute(db)).rows).toEqual([{ who: 'turnout' }]);
  expect(figures).toMatchObject({ fromReplica: 0, fromPrimary: 1 });
});

test('neither a wrong query nor one that takes too long is repeated on the primary', async () => {
  const { db, figures } = openReads({ primary, replica: openPool(url, '-c statement_timeout=50ms'), state: upToDate });
  await expect(sql`select nothing`.execute(db)).rejects.toMatchObject({ code: '42703' });
  await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  expect(figures.fromPrimary).toBe(0);
});

test('a transaction is refused', async () => {
  const { db } = openReads({ primary, replica: openPool(url), state: upToDate });
  await expect(db.transaction().execute(async () => undefined)).rejects.toThrow('A transaction cannot run');
});
