import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { OpenedDatabase } from '#server/db/connection.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { run, signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { type Running, startTurnout, withDatabase } from './support/processes.ts';
import { withMocks } from './support/service-mocks.ts';
import { countOpenSteps, dropOutbox, readStepTimes } from './support/stored-rows.ts';
import { addSeries, addSignUps, type FilledSeries } from './support/volume.ts';

const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 10_000);
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 60);
const STEADY_PER_SECOND = 50;
const STEPS_OF_SIGN_UP = 3;
const LOAD_MS = 4_000;
const CROWD = 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** All sign-ups are for one form, whose limits would fail the confirmations and combine the messages. */
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000', SLACK_MESSAGES_PER_MINUTE: '1000000' };
/** Until the code of a new worker is compiled. */
const WARM_UP_MS = 2_000;

/** Sign-ups cause a Slack message, a confirmation and a forwarded copy, but no CRM call, which the rate limit would slow down. */
const SETTINGS = { ...ASKS_FOR_ALL, copper_tag: null };

type StartWorker = () => Promise<Running>;

/** Puts sign-ups into the outbox, as after hours without a worker. */
const fillOutbox = async (database: OpenedDatabase, series: FilledSeries): Promise<void> =>
  addSignUps(database, [series], { signUps: BACKLOG, steps: [], isNew: true, address: `md5(number::text || random())` });

async function untilDone(pool: pg.Pool): Promise<void> {
  while ((await countOpenSteps(pool, STEPS_OF_SIGN_UP)) > 0) await sleep(100);
}

/** The steps per second with which one worker empties the outbox. */
async function drain(database: OpenedDatabase, series: FilledSeries, startWorker: StartWorker): Promise<number> {
  await fillOutbox(database, series);
  const worker = await startWorker();
  const startedAt = performance.now();
  const before = await countOpenSteps(database.pool, STEPS_OF_SIGN_UP);
  await untilDone(database.pool);
  const perSecond = (before / (performance.now() - startedAt)) * 1_000;
  await worker.stop();
  return perSecond;
}

/** As `drain`, while a snapshot from before the backlog is held, as by a backup: no row version that it may see is cleaned up. */
async function drainBesideSnapshot(database: OpenedDatabase, series: FilledSeries, startWorker: StartWorker): Promise<number> {
  const keeper = await database.pool.connect();
  try {
    await keeper.query('begin isolation level repeatable read');
    await keeper.query('select from pg_class limit 1');
    return await drain(database, series, startWorker);
  } finally {
    await keeper.query('rollback');
    keeper.release();
  }
}

/** The milliseconds from a sign-up's commit to its last step, at a steady rate. */
export async function latencies(pool: pg.Pool, series: FilledSeries, port: number, seconds = STEADY_SECONDS): Promise<number[]> {
  const startedAt = performance.now();
  const since = new Date();
  const request = signUpTo(series);
  for (let number = 0; number < seconds * STEADY_PER_SECOND; number += 1) {
    const due = startedAt + (number * 1_000) / STEADY_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    void run({ port, connections: 1, milliseconds: 0, request });
  }
  await untilDone(pool);
  return readStepTimes(pool, since);
}

/** The ratio of sign-ups per second with and without a backlog of steps. */
async function besideBacklog(database: OpenedDatabase, series: FilledSeries, port: number, startWorker: StartWorker): Promise<number> {
  const load = { port, connections: CROWD, milliseconds: LOAD_MS, request: signUpTo(series) };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await dropOutbox(database.pool);
    await fillOutbox(database, series);
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

async function measure(database: OpenedDatabase, settings: Readonly<Record<string, string>>): Promise<Finding[]> {
  const web = await startTurnout({ ...settings, ROLES: 'web' });
  const startWorker = async () => startTurnout({ ...settings, ROLES: 'worker' });
  try {
    const series = await addSeries(database, { settings: SETTINGS });
    const perSecond = await drain(database, series, startWorker);
    const besideSnapshot = await drainBesideSnapshot(database, series, startWorker);
    const worker = await startWorker();
    const all = await latencies(database.pool, series, web.port);
    await worker.stop();
    const ratio = await besideBacklog(database, series, web.port, startWorker);
    const done = `all steps of a sign-up done`;
    return [
      { what: `steps while a backlog of ${BACKLOG} sign-ups drains`, figure: perSecond, unit: '/s', limit: { atLeast: 500 } },
      { what: 'the same with a long-lived snapshot', figure: besideSnapshot, unit: '/s', limit: { atLeast: 500 } },
      { what: `${done}, median at ${STEADY_PER_SECOND}/s`, figure: quantile(all, 0.5), unit: 'ms', limit: { atMost: 2_000 } },
      { what: `${done}, p99`, figure: quantile(all, 0.99), unit: 'ms', limit: { atMost: 5_000 } },
      { what: 'sign-ups during a backlog, to those without', figure: ratio, unit: '×', limit: { atLeast: 0.7 } },
    ];
  } finally {
    await web.stop();
  }
}

/** Measures the steps of sign-ups, with one worker and services that answer immediately. */
export async function benchSteps(): Promise<Finding[]> {
  return withMocks(async (mocks) =>
    withDatabase(async (url) => onDatabase(url, async (database) => measure(database, { DATABASE_URL: url, ...mocks, ...NO_LIMITS }), 2)),
  );
}
