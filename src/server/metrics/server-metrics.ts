import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { COUNTED_MAX } from '#contract/server-state.ts';
import { STEP_NAMES } from '#contract/steps/steps.ts';
import { formatCount } from '#contract/texts/counts.ts';
import type { Config } from '#server/config/config.ts';
import type { CountedPool } from '#server/db/counted-pool.ts';
import type { ReadFigures } from '#server/db/replica/read-pool.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import { type Queue, type QueueFigures, READ_QUEUES } from '#server/queues/queues.ts';
import type { Version } from '#server/version.ts';
import { figure, type Metric, type Sample } from './metric.ts';

/** Unknown where the folder is not made yet. */
async function spaceOf(folder: string, of: 'blocks' | 'bavail'): Promise<Sample[]> {
  try {
    const space = await statfs(folder);
    return [{ value: space[of] * space.bsize }];
  } catch {
    return [];
  }
}

/** The running version, and the disk that holds its files. */
export const processMetrics = ({ version, commit = '' }: Version, { roles, dataDir }: Pick<Config, 'roles' | 'dataDir'>): Metric[] => [
  figure('turnout_info', 'What is running here; always 1', () => [
    { labels: { version, commit, web: String(roles.web), worker: String(roles.worker) }, value: 1 },
  ]),
  figure('turnout_data_disk_bytes', 'Size of the disk with DATA_DIR', async () => spaceOf(dataDir, 'blocks')),
  figure('turnout_data_disk_free_bytes', 'Free space on the disk with DATA_DIR', async () => spaceOf(dataDir, 'bavail')),
];

export function poolMetrics(pools: Readonly<Record<string, CountedPool>>): Metric[] {
  const ofPools = (name: Metric['name'], help: string, valueOf: (pool: CountedPool) => number): Metric =>
    figure(name, help, () => Object.entries(pools).map(([pool, counted]) => ({ labels: { pool }, value: valueOf(counted) })));
  return [
    ofPools('turnout_pool_size', 'The most connections in a pool', ({ options }) => options.max),
    ofPools('turnout_pool_used', 'Connections that are in use', ({ totalCount, idleCount }) => totalCount - idleCount),
    ofPools('turnout_pool_waiting', 'Requests waiting for a connection now', ({ waitingCount }) => waitingCount),
    ofPools('turnout_pool_waits_total', 'How often requests had to wait because all connections were in use', ({ waits }) => waits.count),
    ofPools('turnout_pool_wait_seconds_total', 'How long they waited in total', ({ waits }) => waits.seconds),
  ];
}

export const liveMetrics = (live: LiveStreams): Metric[] => [
  figure('turnout_live_streams', 'Open streams of live updates', () => [{ value: live.figures.streams }]),
  figure('turnout_live_messages_total', 'Messages and comments written to streams of live updates', () => [
    { value: live.figures.messages },
  ]),
];

/** The reads that may go to a replica (setting DATABASE_READ_URL). */
export const replicaMetrics = (figures: ReadFigures): Metric[] => [
  figure('turnout_replica_lag_seconds', 'How long the read replica has lacked the newest data', () => [{ value: figures.lagSeconds }]),
  figure(
    'turnout_replica_queries_total',
    'Queries that the read replica may answer, by the server that answered; those of the primary are fallbacks',
    () => [
      { labels: { answered_by: 'replica' }, value: figures.fromReplica },
      { labels: { answered_by: 'primary' }, value: figures.fromPrimary },
    ],
  ),
];

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
      return (await pool.query<QueueFigures>(READ_QUEUES)).rows[0];
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

/** Figures from the database, which are the same for all its processes. */
export function databaseMetrics(pool: pg.Pool): Metric[] {
  const read = figuresReader(pool);
  const known = (name: Metric['name'], help: string, samplesOf: (figures: QueueFigures) => Sample[]): Metric =>
    figure(name, help, async () => {
      const figures = await read();
      return figures === undefined ? [] : samplesOf(figures);
    });
  const ofQueues = (name: Metric['name'], help: string, valueOf: (queue: Queue) => number): Metric =>
    known(name, help, ({ sign_ups: signUps, changes }) => [
      { labels: { queue: 'sign_ups' }, value: valueOf(signUps) },
      { labels: { queue: 'changes' }, value: valueOf(changes) },
    ]);
  const upTo = `counted up to ${formatCount(COUNTED_MAX)}`;
  return [
    figure('turnout_database_up', 'Whether the database answered within two seconds', async () => [
      { value: (await read()) === undefined ? 0 : 1 },
    ]),
    ofQueues('turnout_outbox_length', `Sign-ups and registration changes whose steps are not written yet, ${upTo}`, ({ length }) => length),
    ofQueues('turnout_outbox_oldest_seconds', 'Age of the oldest of them', ({ oldest_s: oldest }) => Math.max(0, oldest ?? 0)),
    known('turnout_steps', `Steps that have not succeeded and were not dismissed, ${upTo}; retrying ones are waiting too`, stepStates),
    known('turnout_steps_overdue_seconds', 'How long the oldest step has been due', ({ unfinished }) =>
      STEP_NAMES.map((step) => ({ labels: { step }, value: unfinished.find((found) => found.step === step)?.overdue_s ?? 0 })),
    ),
    known(
      'turnout_backup_succeeded_timestamp_seconds',
      'When the last nightly backup was made, in seconds since 1970; absent until there is one',
      ({ backups }) => valueOrNone(backups?.succeeded_s),
    ),
    known('turnout_backup_bytes', 'Size of the last nightly backup', ({ backups }) => valueOrNone(backups?.bytes)),
    known('turnout_backup_failing', 'Whether the last attempt at a nightly backup failed', ({ backups }) =>
      backups === null ? [] : [{ value: backups.is_failing ? 1 : 0 }],
    ),
    known('turnout_database_deadlocks_total', 'Deadlocks in this database since its statistics were reset', ({ deadlocks }) => [
      { value: deadlocks },
    ]),
  ];
}
