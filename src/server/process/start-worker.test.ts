import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { purgeIdempotencyKeys } from '#server/idempotency.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { createLogger } from './logger.ts';
import { startWorker } from './start-worker.ts';

const database = await openTestDatabase();
const { db } = database;
const lines: string[] = [];
const log = createLogger({ level: 'info', environment: 'production', destination: { write: (line) => void lines.push(line) } });
const deps = { config: parseConfig({}), log, database: { ...database, close: database.destroy }, databaseUrl: database.url };

async function insertKey(key: string, hoursAgo: number): Promise<void> {
  const created_at = new Date(Date.now() - hoursAgo * 3_600_000);
  await db.insertInto('idempotency_keys').values({ scope: 'test', key, body_hash: 'hash', row_id: null, created_at }).execute();
}

test('a worker deletes only keys older than a day', async () => {
  await insertKey('old', 24.1);
  await insertKey('young', 23.9);
  const stop = await startWorker(deps);
  await stop();
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});

test('a worker deletes old reads of the leads', async () => {
  await sql`insert into duplicate_lead_reads (id, finished_at, result) values
    (gen_random_uuid(), now() - interval '6 minutes', '{"old": true}'), (gen_random_uuid(), now() - interval '4 minutes', '{"old": false}')`.execute(
    db,
  );
  const stop = await startWorker(deps);
  await stop();
  expect(await db.selectFrom('duplicate_lead_reads').select('result').execute()).toEqual([{ result: { old: false } }]);
});

test('REL-7: a purge that fails is logged and does not prevent the others from running', async () => {
  await database.pool.query(`
    insert into work_leases (name, held_until) values ('killed', now() - interval '2 hours'), ('held', now() + interval '1 minute');
    insert into mail_reservations values (gen_random_uuid(), 'x', gen_random_uuid(), now() - interval '25 hours');
    alter table idempotency_keys rename to hidden`);
  try {
    const stop = await startWorker(deps);
    await stop();
    expect(lines.filter((line) => line.includes('left for the next cleanup'))).toEqual([expect.stringContaining('Old idempotency keys')]);
    expect(await db.selectFrom('mail_reservations').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('work_leases').select('name').execute()).toEqual([{ name: 'held' }]);
  } finally {
    await database.pool.query('alter table hidden rename to idempotency_keys');
  }
});

test('REL-7: a locked key does not delay the others', async () => {
  await insertKey('locked', 25);
  await insertKey('old', 25);
  const blocker = await database.pool.connect();
  try {
    await blocker.query("begin; select from idempotency_keys where key = 'locked' for update");
    expect(await purgeIdempotencyKeys(db)).toBe(1);
  } finally {
    await blocker.query('commit');
    blocker.release();
  }
  expect(await purgeIdempotencyKeys(db)).toBe(1);
});
