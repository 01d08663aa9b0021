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
