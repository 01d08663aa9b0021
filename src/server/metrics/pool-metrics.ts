import type { CountedPool } from '#server/db/counted-pool.ts';
import type { Metric } from './metric.ts';

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
      help: 'Who waits for a connection now',
      kind: 'gauge',
      labels,
      read: ofPools(({ waitingCount }) => waitingCount),
    },
    {
      name: 'turnout_pool_waits_total',
      help: 'How often somebody had to wait because all connections were in use',
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
