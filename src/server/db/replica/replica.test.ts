import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { Replica } from './replica.ts';

const { pool: primary, url } = await openTestDatabase();
const CHECKS = 1_000;

afterEach(() => void vi.useRealTimers());

/** A server that can be down, and otherwise is a replica with all of the primary's data. */
function openReplica() {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(async () => pool.end());
  const server = { pool, isAway: true, queries: 0 };
  const ask = pool.query.bind(pool);
  const query = async (text: string, values: unknown[]) => {
    server.queries += 1;
    if (server.isAway) throw new Error('connection refused');
    const result = await ask<Record<string, unknown>>(text, values);
    return { ...result, rows: result.rows.map((row) => ({ ...row, is_replica: true, has_reached: true })) };
  };
  Object.assign(pool, { query });
  return server;
}

test('a replica that was down for a day is used again after one check, with few queries', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const server = openReplica();
  const replica = new Replica({ primary, replica: server.pool, log: { info: () => undefined, warn: () => undefined } });
  for (let check = 0; check < CHECKS; check += 1) {
    await replica.check();
    vi.advanceTimersByTime(90_000);
  }
  expect([replica.lagSeconds, await replica.hasCaughtUp()]).toEqual([CHECKS * 90, false]);
  Object.assign(server, { isAway: false, queries: 0 });
  await replica.check();
  expect(server.queries).toBeLessThan(CHECKS / 10);
  expect([replica.lagSeconds, await replica.hasCaughtUp()]).toEqual([0, true]);
});
