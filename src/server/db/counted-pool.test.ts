import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { CountedPool } from './counted-pool.ts';

const { url } = await openTestDatabase();

test('MON-2: only callers that find all connections in use are counted, once they have got one', async () => {
  const pool = new CountedPool({ connectionString: url, max: 1 });
  onTestFinished(async () => pool.end());
  await pool.query('select 1');
  const held = await pool.connect();
  expect(pool.waits).toEqual({ count: 0, seconds: 0 });
  const waiting = [pool.query('select 1 as one'), pool.connect().then((client) => client.release())] as const;
  expect(pool.waitingCount).toBe(2);
  held.release();
  expect((await waiting[0]).rows).toEqual([{ one: 1 }]);
  await waiting[1];
  expect(pool.waits.count).toBe(2);
  expect(pool.waits.seconds).toBeGreaterThan(0);
});

test('a wait that ends in an error is counted too', async () => {
  const pool = new CountedPool({ connectionString: url, max: 1 });
  onTestFinished(async () => pool.end());
  const held = await pool.connect();
  pool.options.connectionTimeoutMillis = 20;
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded');
  await expect(pool.connect()).rejects.toThrow('timeout exceeded');
  expect(pool.waits.count).toBe(2);
  held.release();
});
