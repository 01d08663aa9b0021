import type { WorkerActivity } from '#server/jobs/worker-activity.ts';
import type { Metric } from './metric.ts';

const MS_PER_SECOND = 1_000;

/** What the worker in this process does. */
export const workerMetrics = (activity: WorkerActivity): Metric[] => [
  {
    name: 'turnout_steps_ended_total',
    help: 'Attempts of steps by how they ended; retried ones failed for now',
    kind: 'counter',
    labels: ['step', 'end'],
    read: () => activity.ends.map(({ step, end, count }) => ({ labels: { step, end }, value: count })),
  },
  {
    name: 'turnout_worker_idle_seconds',
    help: 'Seconds since a loop of the worker last did something',
    kind: 'gauge',
    labels: ['loop'],
    read: () => [...activity.sinceLastMs].map(([loop, ms]) => ({ labels: { loop }, value: ms / MS_PER_SECOND })),
  },
];
