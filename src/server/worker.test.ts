import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { openTestDatabase } from './testing/database.ts';
import { startWorker } from './worker.ts';

const database = await openTestDatabase();
const { db } = database;
const lines: string[] = [];
const log = createLogger({ level: 'info', environment: 'production', destination: { write: (line) => void lines.push(line) } });
const deps = { config: parseConfig({}), log, database: { ...database, close: database.destroy } };

async function insertKey(key: string, hoursAgo: number): Promise<void> {
  const created_at = new Date(Date.now() - hoursAgo * 3_600_000);
  await db.insertInto('idempotency_keys').values({ scope: 'test', key, body_hash: 'hash', row_id: null, created_at }).execute();
}

test('a worker forgets the keys of calls more than a day ago, and no others', async () => {
  await insertKey('old', 24.1);
  await insertKey('young', 23.9);
  const stop = await startWorker(deps);
  await stop();
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});

test('a worker forgets what it read of the leads once that is old', async () => {
  await sql`insert into duplicate_lead_reads (id, finished_at, result) values
    (gen_random_uuid(), now() - interval '6 minutes', '{"old": true}'), (gen_random_uuid(), now() - interval '4 minutes', '{"old": false}')`.execute(
    db,
  );
  const stop = await startWorker(deps);
  await stop();
  expect(await db.selectFrom('duplicate_lead_reads').select('result').execute()).toEqual([{ result: { old: false } }]);
});

test('a worker outlives a database that refuses', async () => {
  await database.pool.query('alter table idempotency_keys rename to hidden');
  try {
    const stop = await startWorker(deps);
    await stop();
    expect(lines.join('')).toContain('Old idempotency keys stay until the next cleaning');
  } finally {
    await database.pool.query('alter table hidden rename to idempotency_keys');
  }
});
