import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { CountedPool } from '#server/db/counted-pool.ts';
import { newId } from '#server/db/new-id.ts';
import { readQueues } from '#server/queues/queues.ts';
import { openTestDatabase, rowsRead } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { databaseMetrics } from './server-metrics.ts';

const { db, pool, url } = await openTestDatabase();

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
});

/** All samples, each as `name{labels}`, of a process that has not read before. */
async function readAll(ofPool = pool): Promise<Record<string, number>> {
  const read = databaseMetrics(ofPool).map(async ({ name, read: readSamples }) =>
    (await readSamples()).map(({ labels = {}, value }) => [`${name} ${Object.values(labels).join(' ')}`.trim(), value] as const),
  );
  return Object.fromEntries((await Promise.all(read)).flat());
}

async function addSubmission({
  id = newId(),
  minutesAgo,
  isWaiting,
}: {
  id?: string;
  minutesAgo: number;
  isWaiting: boolean;
}): Promise<string> {
  await sql`insert into submissions (id, form_id, first_name, last_name, email, email_key, submitted_at, awaiting_fan_out)
    values (${id}, ${seriesId}, 'Ada', 'Marsh', 'ada@example.com', 'ada@example.com', now() - make_interval(mins => ${minutesAgo}), ${isWaiting})`.execute(
    db,
  );
  return id;
}

async function addStep(values: {
  step: string;
  state: string;
  attempts?: number;
  dueMinutesAgo?: number;
  isDismissed?: boolean;
}): Promise<void> {
  const { step, state, attempts = 0, dueMinutesAgo = null, isDismissed = false } = values;
  const submissionId = await addSubmission({ minutesAgo: 60, isWaiting: false });
  await sql`insert into submission_steps (submission_id, step, state, attempts, next_try_at, dismissed_at)
    values (${submissionId}, ${step}, ${state}, ${attempts}, now() - make_interval(mins => ${dueMinutesAgo}), case when ${isDismissed} then now() end)`.execute(
    db,
  );
}

test('MON-2: the outbox has its length and the age of its oldest sign-up', async () => {
  expect(await readAll()).toMatchObject({
    turnout_database_up: 1,
    'turnout_outbox_length sign_ups': 0,
    'turnout_outbox_oldest_seconds sign_ups': 0,
    'turnout_outbox_length changes': 0,
  });
  // Ids made within a millisecond may be in either order.
  const [first, second] = [newId(), newId()].toSorted();
  await addSubmission({ id: first, minutesAgo: 10, isWaiting: true });
  await addSubmission({ id: second, minutesAgo: 1, isWaiting: true });
  await addSubmission({ minutesAgo: 30, isWaiting: false });
  const { 'turnout_outbox_length sign_ups': length, 'turnout_outbox_oldest_seconds sign_ups': age } = await readAll();
  expect(length).toBe(2);
  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(700);
});

test('MON-2: steps are counted by state, and the oldest due one has its age', async () => {
  await addStep({ step: 'email', state: 'waiting', dueMinutesAgo: 5 });
  await addStep({ step: 'email', state: 'waiting', attempts: 2, dueMinutesAgo: -5 });
  await addStep({ step: 'email', state: 'running', attempts: 1, dueMinutesAgo: -1 });
  await addStep({ step: 'email', state: 'failed', attempts: 9 });
  await addStep({ step: 'email', state: 'failed', attempts: 9, isDismissed: true });
  await addStep({ step: 'slack', state: 'succeeded', attempts: 1 });
  const samples = await readAll();
  expect(samples).toMatchObject({
    'turnout_steps email waiting': 2,
    'turnout_steps email running': 1,
    'turnout_steps email retrying': 1,
    'turnout_steps email failed': 1,
    'turnout_steps slack waiting': 0,
    'turnout_steps slack failed': 0,
    'turnout_steps_overdue_seconds slack': 0,
    turnout_database_deadlocks_total: expect.any(Number),
  });
  expect(samples['turnout_steps_overdue_seconds email']).toBeGreaterThanOrEqual(300);
  expect(samples['turnout_steps_overdue_seconds email']).toBeLessThan(400);
});

test('MON-6: all of them take one statement, also for the next read within five seconds', async () => {
  const counted = new CountedPool({ connectionString: url, max: 1 });
  onTestFinished(async () => counted.end());
  let statements = 0;
  counted.on('acquire', () => (statements += 1));
  const metrics = databaseMetrics(counted);
  for (const _ of [1, 2]) await Promise.all(metrics.map(async ({ read }) => read()));
  expect(statements).toBe(1);
});

test('MON-6: it reads only waiting and failed work, however many sign-ups there are', async () => {
  await sql`insert into submissions (id, form_id, first_name, last_name, email, email_key, awaiting_fan_out)
    select gen_random_uuid(), ${seriesId}, 'Ada', 'Marsh', 'ada@example.com', 'ada@example.com', false from generate_series(1, 3000)`.execute(
    db,
  );
  await sql`insert into submission_steps (submission_id, step, state) select id, 'email', 'succeeded' from submissions`.execute(db);
  await sql`analyze submissions, submission_steps`.execute(db);
  await addSubmission({ minutesAgo: 1, isWaiting: true });
  await addStep({ step: 'email', state: 'failed', attempts: 9 });
  const { scanned, found } = await rowsRead(db, readQueues);
  expect(scanned + found).toBeLessThan(100);
});

test('MON-6: while the database is down it is not up, and its figures are omitted', async () => {
  const away = new CountedPool({ connectionString: url.replace(/\/[^/]+$/, '/no_such_database') });
  onTestFinished(async () => away.end());
  expect(await readAll(away)).toEqual({ turnout_database_up: 0 });
});

test('MON-2: the last nightly backup has its time and size, and a failed one is shown; if none is made there is neither', async () => {
  const backups = async () => Object.entries(await readAll()).filter(([name]) => name.startsWith('turnout_backup'));
  expect(await backups()).toEqual([]);
  await sql`insert into nightly_backups default values`.execute(db);
  expect(await backups()).toEqual([['turnout_backup_failing', 0]]);
  await sql`update nightly_backups set succeeded_at = to_timestamp(2690000000), bytes = 1234, failure = 'disk full'`.execute(db);
  expect(await backups()).toEqual([
    ['turnout_backup_succeeded_timestamp_seconds', 2_690_000_000],
    ['turnout_backup_bytes', 1_234],
    ['turnout_backup_failing', 1],
  ]);
  await sql`update nightly_backups set succeeded_at = now() - interval '32 days'`.execute(db);
  expect(await backups()).toEqual([]);
});
