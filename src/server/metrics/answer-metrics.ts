import { SECOND_MS } from '#contract/time.ts';
import { figure, type Metric, type Sample } from './metric.ts';

/** Upper bounds in seconds, for quantiles. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface RouteTime {
  readonly labels: { readonly method: string; readonly route: string };
  answers: number;
  seconds: number;
  /** By bound, those that took no longer than it and longer than the one before. */
  readonly within: number[];
}

interface Answer {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** How many answers of which status were given, and how long they took by route. */
export class RouteTimes {
  readonly statuses = new Map<number, number>();
  readonly routes = new Map<string, RouteTime>();

  add({ method, route, status, ms }: Answer): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const seconds = ms / SECOND_MS;
    const key = `${method} ${route}`;
    let time = this.routes.get(key);
    if (time === undefined) {
      time = { labels: { method, route }, answers: 0, seconds: 0, within: BOUNDS.map(() => 0) };
      this.routes.set(key, time);
    }
    time.answers += 1;
    time.seconds += seconds;
    const bound = BOUNDS.findIndex((most) => seconds <= most);
    if (bound !== -1) time.within[bound] = (time.within[bound] ?? 0) + 1;
  }
}

function histogramOf({ labels, within, answers, seconds }: RouteTime): Sample[] {
  let upTo = 0;
  const buckets = BOUNDS.map((bound, index): Sample => {
    upTo += within[index] ?? 0;
    return { part: 'bucket', labels: { ...labels, le: String(bound) }, value: upTo };
  });
  return [
    ...buckets,
    { part: 'bucket', labels: { ...labels, le: '+Inf' }, value: answers },
    { part: 'sum', labels, value: seconds },
    { part: 'count', labels, value: answers },
  ];
}

export const answerMetrics = ({ statuses, routes }: RouteTimes): Metric[] => [
  figure('turnout_http_answers_total', 'Answers by status', () =>
    [...statuses].map(([status, value]) => ({ labels: { status: String(status) }, value })),
  ),
  {
    name: 'turnout_http_route_seconds',
    help: 'Seconds from the arrival of a call to the end of its answer, by route',
    type: 'histogram',
    read: () => [...routes.values()].flatMap(histogramOf),
  },
];
