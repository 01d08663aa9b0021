import { statfs } from 'node:fs/promises';
import type { CountedPool } from '#server/db/counted-pool.ts';
import type { Version } from '#server/version.ts';
import type { Metric, Sample } from './metric.ts';

interface ProcessFacts extends Version {
  readonly roles: { readonly web: boolean; readonly worker: boolean };
  readonly dataDir: string;
}

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
export const processMetrics = ({ version, commit = '', roles, dataDir }: ProcessFacts): Metric[] => [
  {
    name: 'turnout_info',
    help: 'What runs here; always 1',
    kind: 'gauge',
    labels: ['version', 'commit', 'web', 'worker'],
    read: () => [{ labels: { version, commit, web: String(roles.web), worker: String(roles.worker) }, value: 1 }],
  },
  {
    name: 'turnout_data_disk_bytes',
    help: 'Size of the disk with DATA_DIR',
    kind: 'gauge',
    read: async () => spaceOf(dataDir, ({ blocks }) => blocks),
  },
  {
    name: 'turnout_data_disk_free_bytes',
    help: 'Free space on the disk with DATA_DIR',
    kind: 'gauge',
    read: async () => spaceOf(dataDir, ({ bavail }) => bavail),
  },
];

/** The connections of this process, by pool. */
export function poolMetrics(pools: Readonly<Record<string, CountedPool>>): Metric[] {
  const ofPools = (valueOf: (pool: CountedPool) => number) => () =>
    Object.entries(pools).map(([pool, counted]) => ({ labels: { pool }, value: valueOf(counted) }));
  const labels = ['pool'];
  return [
    { name: 'turnout_pool_size', help: 'Most connections of a pool', kind: 'gauge', labels, read: ofPools(({ options }) => options.max) },
    {
      name: 'turnout_pool_used',
      help: 'Connections that are in use',
      kind: 'gauge',
      labels,
      read: ofPools(({ totalCount, idleCount }) => totalCount - idleCount),
    },
    {
      name: 'turnout_pool_waiting',
      help: 'Requests that wait for a connection now',
      kind: 'gauge',
      labels,
      read: ofPools(({ waitingCount }) => waitingCount),
    },
    {
      name: 'turnout_pool_waits_total',
      help: 'How often a wait was necessary because all connections were in use',
      kind: 'counter',
      labels,
      read: ofPools(({ waits }) => waits.count),
    },
    {
      name: 'turnout_pool_wait_seconds_total',
      help: 'How long they waited together',
      kind: 'counter',
      labels,
      read: ofPools(({ waits }) => waits.seconds),
    },
  ];
}
