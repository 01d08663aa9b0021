import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { newId } from '#server/db/new-id.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { post, run } from './support/load.ts';
import { openQuietly } from './support/open-quietly.ts';
import { startTurnout, withDatabase } from './support/processes.ts';
import { type Mocks, startMocks } from './support/service-mocks.ts';

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 10_000);
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 60);
const STEADY_PER_SECOND = 50;
const STEPS_OF_SIGN_UP = 3;
const LOAD_MS = 4_000;
const CROWD = 64;
const ROUNDS = 5;
/** All sign-ups are for one form, whose limits would fail the confirmations and sum up the messages. */
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000', SLACK_MESSAGES_PER_MINUTE: '1000000' };
/** Until the code of a new worker is compiled. */
const WARM_UP_MS = 2_000;

interface Form {
  readonly seriesId: string;
  readonly eventId: string;
}

interface Worker {
  readonly stop: () => Promise<void>;
}

/** A worker process, once it is ready. */
async function startWorkerProcess(settings: Readonly<Record<string, string>>): Promise<Worker> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ROLES: 'worker', ...settings };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data'); // Its only line says that it is ready.
  return {
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** A series whose sign-ups cause a Slack message, a confirmation and a forwarded copy, but no CRM call, which the rate limit would slow down. */
async function fillSeries(pool: pg.Pool): Promise<Form> {
  const [seriesId, eventId] = [newId(), newId()];
  await pool.query(
    `insert into event_series (id, title, send_notifications_slack, slack_channel_id, email_from, email_subject, email_template, email_forward)
     values ($1, 'Spring training', true, 'C1', 'team@example.com', 'Welcome to %SERIES%', 'Hello %FNAME%, you chose %SUCCESS%', 'office@example.com')`,
    [seriesId],
  );
  await pool.query(`insert into events (id, series_id, title, starts_at) values ($1, $2, 'Day one', now() + interval '30 days')`, [
    eventId,
    seriesId,
  ]);
  return { seriesId, eventId };
}

/** Puts sign-ups into the outbox, as after hours without a worker. */
async function fillOutbox(pool: pg.Pool, { seriesId, eventId }: Form, count: number): Promise<void> {
  await pool.query(
    `with added as (
       insert into submissions (id, series_id, first_name, last_name, email, email_key, awaiting_fan_out)
       select gen_random_uuid(), $1, 'Ada', 'Lovelace', 'back.' || n || '@example.com', 'back.' || n || '@example.com', true from generate_series(1, $3::int) n
       returning id, submitted_at)
     insert into submission_events (event_id, submission_id, submitted_at) select $2, id, submitted_at from added`,
    [seriesId, eventId, count],
  );
}

const UNFINISHED = `select (select count(*) from submissions where awaiting_fan_out) * ${STEPS_OF_SIGN_UP}
  + (select count(*) from submission_steps where state <> 'succeeded') as left`;

async function unfinished(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(UNFINISHED);
  return rows[0]?.left ?? 0;
}

async function untilDone(pool: pg.Pool): Promise<void> {
  while ((await unfinished(pool)) > 0) await sleep(100);
}

const signUp =
  ({ seriesId, eventId }: Form) =>
  (number: number): string =>
    post(`/api/event_series/${seriesId}/submit`, {
      first_name: 'Ada',
      last_name: 'Lovelace',
      job_title: 'Analyst',
      organisation: 'Engines Ltd',
      email: `ada.${number}@example.com`,
      accepts_marketing: false,
      events: [eventId],
    });

/** The steps per second with which one worker empties the outbox. */
async function drain(pool: pg.Pool, form: Form, startWorker: () => Promise<Worker>): Promise<number> {
  await fillOutbox(pool, form, BACKLOG);
  const worker = await startWorker();
  const startedAt = performance.now();
  const before = await unfinished(pool);
  await untilDone(pool);
  const perSecond = (before / (performance.now() - startedAt)) * 1_000;
  await worker.stop();
  return perSecond;
}

/** As `drain`, while a snapshot from before the backlog is kept, as by a backup: no version of a row that it may see is cleaned up. */
async function drainBesideSnapshot(pool: pg.Pool, form: Form, startWorker: () => Promise<Worker>): Promise<number> {
  const keeper = await pool.connect();
  try {
    await keeper.query('begin isolation level repeatable read');
    await keeper.query('select from submissions limit 1');
    return await drain(pool, form, startWorker);
  } finally {
    await keeper.query('rollback');
    keeper.release();
  }
}

/** The milliseconds from a sign-up's commit to its last step, at a steady rate. */
async function latencies(pool: pg.Pool, form: Form, port: number): Promise<number[]> {
  const startedAt = performance.now();
  const [since] = (await pool.query<{ now: Date }>('select now()')).rows;
  const request = signUp(form);
  for (let number = 0; number < STEADY_SECONDS * STEADY_PER_SECOND; number += 1) {
    const due = startedAt + (number * 1_000) / STEADY_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    void run({ port, connections: 1, milliseconds: 0, request });
  }
  await untilDone(pool);
  const { rows } = await pool.query<{ ms: number }>(
    `select (extract(epoch from max(step.updated_at) - submission.submitted_at) * 1000)::float8 as ms
     from submissions submission join submission_steps step on step.submission_id = submission.id
     where submission.submitted_at >= $1 group by submission.id order by 1`,
    [since?.now],
  );
  return rows.map(({ ms }) => ms);
}

/** The ratio of sign-ups per second with and without a backlog of steps. */
async function besideBacklog(pool: pg.Pool, form: Form, port: number, startWorker: () => Promise<Worker>): Promise<number> {
  const load = { port, connections: CROWD, milliseconds: LOAD_MS, request: signUp(form) };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pool.query('update submissions set awaiting_fan_out = false');
    await pool.query(`update submission_steps set state = 'succeeded'`);
    await fillOutbox(pool, form, BACKLOG);
    // Both rounds have the same rows, so that only the work on them differs.
    const alone = await run(load);
    const worker = await startWorker();
    await sleep(WARM_UP_MS);
    const beside = await run(load);
    await worker.stop();
    ratios.push(beside.perSecond / alone.perSecond);
  }
  return median(ratios);
}

async function measure(url: string, mocks: Mocks): Promise<Finding[]> {
  const { pool, close } = openQuietly(url, 2);
  const settings = { DATABASE_URL: url, ...mocks.settings, ...NO_LIMITS };
  const web = await startTurnout({ ...settings, ROLES: 'web' });
  const startWorker = async () => startWorkerProcess(settings);
  try {
    const form = await fillSeries(pool);
    const perSecond = await drain(pool, form, startWorker);
    const besideSnapshot = await drainBesideSnapshot(pool, form, startWorker);
    const worker = await startWorker();
    const all = await latencies(pool, form, web.port);
    await worker.stop();
    const ratio = await besideBacklog(pool, form, web.port, startWorker);
    return [
      { what: `steps while a backlog of ${BACKLOG} sign-ups drains`, figure: perSecond, unit: '/s', limit: { atLeast: 500 } },
      { what: 'the same beside a snapshot that is kept', figure: besideSnapshot, unit: '/s', limit: { atLeast: 500 } },
      {
        what: `all steps of a sign-up done, median at ${STEADY_PER_SECOND}/s`,
        figure: quantile(all, 0.5),
        unit: 'ms',
        limit: { atMost: 2_000 },
      },
      { what: 'all steps of a sign-up done, p99', figure: quantile(all, 0.99), unit: 'ms', limit: { atMost: 5_000 } },
      { what: 'sign-ups beside a backlog to those without', figure: ratio, unit: '×', limit: { atLeast: 0.7 } },
    ];
  } finally {
    await web.stop();
    await close();
  }
}

/** Measures the steps of sign-ups, with one worker and services that answer at once. */
export async function benchSteps(): Promise<Finding[]> {
  const mocks = await startMocks();
  try {
    return await withDatabase(async (url) => measure(url, mocks));
  } finally {
    mocks.close();
  }
}
