import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { createLogger } from '#server/process/logger.ts';
import { openTestDatabase, siblingUrl } from '#server/testing/database.ts';
import { type JobsDeps, startJobs } from './start-jobs.ts';

const CONNECTIONS = 10;
/** Longer than the interval of polls. */
const A_LOOK_MS = 2_700;

const database = await openTestDatabase();
const log = createLogger({ level: 'info', environment: 'production', destination: { write: () => undefined } });
const neverRuns = async (): Promise<never> => {
  throw new Error('No step was asked for');
};
const never = { signUp: neverRuns, change: neverRuns };
const handlers: JobsDeps['handlers'] = { slack: never, email: never, forward: never, crm: never };

/** Opens connections to a database that then accepts no more, so that the pollers start, but not the listener. */
async function openFullDatabase() {
  const full = openDatabase({ url: `${database.url}?application_name=half_started`, pool: CONNECTIONS, log });
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => full.pool.query('select pg_sleep(0.3)')));
  Object.assign(full.pool.options, { connectionString: siblingUrl(database.url, 'no_such_database') });
  return full;
}

async function countStatementsSince(time: Date): Promise<number> {
  const { rows } = await database.pool.query<{ statements: number }>(
    `select count(*) as statements from pg_stat_activity where application_name = 'half_started' and query_start > $1`,
    [time],
  );
  return rows[0]!.statements;
}

test('a worker whose start fails leaves nothing running', async () => {
  const full = await openFullDatabase();
  const start = startJobs({
    database: full,
    log,
    handlers,
    canMail: false,
    recordOutcome: async () => undefined,
  });
  await expect(start).rejects.toThrow('no_such_database');
  expect(full.pool.totalCount).toBe(CONNECTIONS);
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  await sleep(A_LOOK_MS);
  expect(await countStatementsSince(rows[0]!.now)).toBe(0);
  await full.close();
});
