import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { openPools, poolSizes } from './database-pools.ts';
import { createLogger } from './logger.ts';

const { url } = await openTestDatabase();

test.each([
  [16, 'web,worker', { visitors: 8, staff: 4, worker: 4 }],
  [6, 'web,worker', { visitors: 2, staff: 2, worker: 2 }],
  [16, 'web', { visitors: 12, staff: 4, worker: 0 }],
  [4, 'web', { visitors: 2, staff: 2, worker: 0 }],
  [2, 'worker', { visitors: 0, staff: 0, worker: 2 }],
])('REL-6: %i connections of a process with the roles %s are divided up', (total, roles, expected) => {
  expect(poolSizes(total, parseConfig({ ROLES: roles }).roles)).toEqual(expected);
});

test('REL-6: staff queries that use up their connections delay neither visitors nor the worker', async () => {
  const log = createLogger({ level: 'silent', environment: 'production' });
  const pools = openPools(parseConfig({ DATABASE_POOL: '6' }), url, log);
  onTestFinished(pools.close);
  const { staff, visitors, worker } = pools;
  const held = await Promise.all([staff.pool.connect(), staff.pool.connect()]);
  const late = staff.pool.query('select 1 as one');
  expect((await visitors.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect((await worker.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(staff.pool.waitingCount).toBe(1);
  for (const client of held) client.release();
  expect((await late).rows).toEqual([{ one: 1 }]);
});
