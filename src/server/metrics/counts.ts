import type { ReadFigures } from '#server/db/replica/read-pool.ts';
import type { LiveStreams } from '#server/live/streams.ts';
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
    help: 'Queries that the read replica may answer, by the server that answered; those of the primary are fallbacks',
    kind: 'counter',
    labels: ['answered_by'],
    read: () => [
      { labels: { answered_by: 'replica' }, value: figures.fromReplica },
      { labels: { answered_by: 'primary' }, value: figures.fromPrimary },
    ],
  },
];
