import type { ReadFigures } from '#server/db/replica/read-pool.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import type { SignUpService } from '#server/sign-up/sign-up-service.ts';
import type { WorkerActivity } from '#server/steps/worker-activity.ts';
import type { Metric } from './metric.ts';

export const liveMetrics = (live: LiveStreams): Metric[] => [
  {
    name: 'turnout_live_streams',
    help: 'Open streams of live updates',
    kind: 'gauge',
    read: () => [{ value: live.figures.streams }],
  },
  {
    name: 'turnout_live_messages_total',
    help: 'Messages and comments written to streams of live updates',
    kind: 'counter',
    read: () => [{ value: live.figures.messages }],
  },
];

/** What became of the sign-ups that this process was sent. */
export const signUpMetrics = ({ outcomes, writer }: SignUpService): Metric[] => [
  {
    name: 'turnout_sign_ups_total',
    help: 'Sign-ups by what became of them',
    kind: 'counter',
    labels: ['outcome'],
    read: () => [...outcomes.counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'turnout_sign_ups_waiting',
    help: 'Sign-ups that wait in memory to be stored',
    kind: 'gauge',
    read: () => [{ value: writer.waiting() }],
  },
];

/** The reads that may go to a replica (setting DATABASE_READ_URL). */
export const replicaMetrics = (figures: ReadFigures): Metric[] => [
  {
    name: 'turnout_replica_lag_seconds',
    help: 'For how long the read replica has not had the newest data',
    kind: 'gauge',
    read: () => [{ value: figures.lagSeconds }],
  },
  {
    name: 'turnout_replica_queries_total',
    help: 'Queries that the read replica may answer, by who answered; those of the primary are fallbacks',
    kind: 'counter',
    labels: ['answered_by'],
    read: () => [
      { labels: { answered_by: 'replica' }, value: figures.fromReplica },
      { labels: { answered_by: 'primary' }, value: figures.fromPrimary },
    ],
  },
];

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
