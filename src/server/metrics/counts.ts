import type { ReadFigures } from '#server/db/replica/read-pool.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import { figure, type Metric } from './metric.ts';

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
