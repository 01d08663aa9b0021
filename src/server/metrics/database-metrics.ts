import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { COUNTED_MAX } from '#contract/server-state.ts';
import { STEP_NAMES } from '#contract/steps/steps.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { type Queue, type QueueFigures, READ_QUEUES } from '#server/queues/queues.ts';
import type { Metric, Sample } from './metric.ts';

/** What many collectors or processes ask for is read at most this often. */
const FRESH_MS = 5_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** Reads the figures; those who ask within five seconds share one statement. Undefined when the database does not answer. */
function figuresReader(pool: pg.Pool): () => Promise<QueueFigures | undefined> {
  let latest: Promise<QueueFigures | undefined> | undefined;
  let isRunning = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<QueueFigures | undefined> => {
    isRunning = true;
    askedAt = performance.now();
    try {
      const { rows } = await pool.query<QueueFigures>(READ_QUEUES);
      return rows[0];
    } catch {
      return undefined; // `turnout_database_up` says so, and the log has the cause.
    } finally {
      isRunning = false;
    }
  };
  return async () => {
    if (latest === undefined || (!isRunning && performance.now() - askedAt > FRESH_MS)) latest = ask();
    return Promise.race([latest, sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

const stepStates = ({ unfinished, troubled }: QueueFigures): Sample[] =>
  STEP_NAMES.flatMap((step) => {
    const { waiting = 0, running = 0 } = unfinished.find((found) => found.step === step) ?? {};
    const inTrouble = (state: 'failed' | 'waiting') => troubled.find((found) => found.step === step && found.state === state)?.steps ?? 0;
    return [
      { labels: { step, state: 'waiting' }, value: waiting },
      { labels: { step, state: 'running' }, value: running },
      { labels: { step, state: 'retrying' }, value: inTrouble('waiting') },
      { labels: { step, state: 'failed' }, value: inTrouble('failed') },
    ];
  });

const valueOrNone = (value: number | null | undefined): Sample[] => (value === null || value === undefined ? [] : [{ value }]);

/** What the database knows, for whichever process is asked: the same for all processes of one database. */
export function databaseMetrics(pool: pg.Pool): Metric[] {
  const read = figuresReader(pool);
  const known = (samplesOf: (figures: QueueFigures) => Sample[]) => async (): Promise<Sample[]> => {
    const figures = await read();
    return figures === undefined ? [] : samplesOf(figures);
  };
  const ofQueues = (valueOf: (queue: Queue) => number) =>
    known(({ sign_ups: signUps, changes }) => [
      { labels: { queue: 'sign_ups' }, value: valueOf(signUps) },
      { labels: { queue: 'changes' }, value: valueOf(changes) },
    ]);
  const upTo = `counted up to ${formatCount(COUNTED_MAX)}`;
  return [
    {
      name: 'turnout_database_up',
      help: 'Whether the database answered within two seconds',
      kind: 'gauge',
      read: async () => [{ value: (await read()) === undefined ? 0 : 1 }],
    },
    {
      name: 'turnout_outbox_length',
      help: `Sign-ups and registration changes whose steps are not written yet, ${upTo}`,
      kind: 'gauge',
      labels: ['queue'],
      read: ofQueues(({ length }) => length),
    },
    {
      name: 'turnout_outbox_oldest_seconds',
      help: 'Age of the oldest of them',
      kind: 'gauge',
      labels: ['queue'],
      read: ofQueues(({ oldest_s: oldest }) => Math.max(0, oldest ?? 0)),
    },
    {
      name: 'turnout_steps',
      help: `Steps that have not succeeded and were not dismissed, ${upTo}; retrying ones are waiting too`,
      kind: 'gauge',
      labels: ['step', 'state'],
      read: known(stepStates),
    },
    {
      name: 'turnout_steps_overdue_seconds',
      help: 'How long the oldest step has been due',
      kind: 'gauge',
      labels: ['step'],
      read: known(({ unfinished }) =>
        STEP_NAMES.map((step) => ({ labels: { step }, value: unfinished.find((found) => found.step === step)?.overdue_s ?? 0 })),
      ),
    },
    {
      name: 'turnout_backup_succeeded_timestamp_seconds',
      help: 'When the last nightly backup was made, in seconds since 1970; absent while there is none',
      kind: 'gauge',
      read: known(({ backups }) => valueOrNone(backups?.succeeded_s)),
    },
    {
      name: 'turnout_backup_bytes',
      help: 'Size of the last nightly backup',
      kind: 'gauge',
      read: known(({ backups }) => valueOrNone(backups?.bytes)),
    },
    {
      name: 'turnout_backup_failing',
      help: 'Whether the last attempt at a nightly backup failed',
      kind: 'gauge',
      read: known(({ backups }) => (backups === null ? [] : [{ value: backups.is_failing ? 1 : 0 }])),
    },
    {
      name: 'turnout_database_deadlocks_total',
      help: 'Deadlocks in this database since its statistics were reset',
      kind: 'counter',
      read: known(({ deadlocks }) => [{ value: deadlocks }]),
    },
  ];
}
