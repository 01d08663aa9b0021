import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config/config.ts';
import type { CountedPool } from '#server/db/counted-pool.ts';
import type { ReadFigures } from '#server/db/replica/read-pool.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import type { Version } from '#server/version.ts';
import { figure, type Metric, type Sample } from './metric.ts';

/** Unknown where the folder is not made yet. */
async function spaceOf(
  folder: string,
  blocksOf: (space: { readonly blocks: number; readonly bavail: number }) => number,
): Promise<Sample[]> {
  try {
    const space = await statfs(folder);
    return [{ value: blocksOf(space) * space.bsize }];
  } catch {
    return [];
  }
}

/** What runs here, and the disk on which it keeps its files. */
export const processMetrics = ({ version, commit = '' }: Version, { roles, dataDir }: Pick<Config, 'roles' | 'dataDir'>): Metric[] => [
  figure('turnout_info', 'What runs here; always 1', ['version', 'commit', 'web', 'worker'], () => [
    { labels: { version, commit, web: String(roles.web), worker: String(roles.worker) }, value: 1 },
  ]),
  figure('turnout_data_disk_bytes', 'Size of the disk with DATA_DIR', [], async () => spaceOf(dataDir, ({ blocks }) => blocks)),
  figure('turnout_data_disk_free_bytes', 'Free space on the disk with DATA_DIR', [], async () => spaceOf(dataDir, ({ bavail }) => bavail)),
];

export function poolMetrics(pools: Readonly<Record<string, CountedPool>>): Metric[] {
  const ofPools = (name: Metric['name'], help: string, valueOf: (pool: CountedPool) => number): Metric =>
    figure(name, help, ['pool'], () => Object.entries(pools).map(([pool, counted]) => ({ labels: { pool }, value: valueOf(counted) })));
  return [
    ofPools('turnout_pool_size', 'Most connections of a pool', ({ options }) => options.max),
    ofPools('turnout_pool_used', 'Connections that are in use', ({ totalCount, idleCount }) => totalCount - idleCount),
    ofPools('turnout_pool_waiting', 'Requests that wait for a connection now', ({ waitingCount }) => waitingCount),
    ofPools('turnout_pool_waits_total', 'How often a wait was necessary because all connections were in use', ({ waits }) => waits.count),
    ofPools('turnout_pool_wait_seconds_total', 'How long they waited together', ({ waits }) => waits.seconds),
  ];
}

export const liveMetrics = (live: LiveStreams): Metric[] => [
  figure('turnout_live_streams', 'Open streams of live updates', [], () => [{ value: live.figures.streams }]),
  figure('turnout_live_messages_total', 'Messages and comments written to streams of live updates', [], () => [
    { value: live.figures.messages },
  ]),
];

/** The reads that may go to a replica (setting DATABASE_READ_URL). */
export const replicaMetrics = (figures: ReadFigures): Metric[] => [
  figure('turnout_replica_lag_seconds', 'For how long the read replica has not had the newest data', [], () => [
    { value: figures.lagSeconds },
  ]),
  figure(
    'turnout_replica_queries_total',
    'Queries that the read replica may answer, by the server that answered; those of the primary are fallbacks',
    ['answered_by'],
    () => [
      { labels: { answered_by: 'replica' }, value: figures.fromReplica },
      { labels: { answered_by: 'primary' }, value: figures.fromPrimary },
    ],
  ),
];
