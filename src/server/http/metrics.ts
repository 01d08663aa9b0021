import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { SECOND_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import { notFound } from '#server/errors.ts';
import { figure, type Metric, type Sample } from '#server/metrics/metric.ts';
import { isFromThisMachine } from './from-this-machine.ts';
import { routeName } from './observe.ts';

interface MetricsDeps {
  readonly config: Pick<Config, 'metricsToken' | 'environment'>;
  /** Metrics in addition to the answers of this server and the figures of the process. */
  readonly metrics: readonly Metric[];
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** In production only with the token, since a proxy on this machine may add no header that reveals it. */
const mayRead = (request: FastifyRequest, { config: { metricsToken, environment } }: MetricsDeps): boolean =>
  metricsToken === undefined
    ? environment !== 'production' && isFromThisMachine(request)
    : isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`);

/** Gauges of the library with names of counters, which `promtool` reports; each has one by type as well. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Loads the library at the first request of `/metrics`, since it would slow down every start. */
async function startCollecting(metrics: readonly Metric[]): Promise<Registry> {
  const library = await import('prom-client');
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const { name, help, type, read } of metrics) {
    const named = (samples: readonly Sample[]) =>
      samples.map(({ part, ...sample }) => ({ metricName: part === undefined ? name : `${name}_${part}`, ...sample }));
    // Written when they are read, since updating the library's counters and histograms for each answer would cost more.
    const written = { getForPromString: async () => ({ name, help, type, values: named(await read()) }) };
    Object.assign(new library.Gauge({ name, help, registers: [registry] }), written);
  }
  return registry;
}

/** Upper bounds in seconds, for quantiles. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface RouteTime {
  readonly labels: { readonly method: string; readonly route: string };
  answers: number;
  seconds: number;
  /** By bound, those that took no longer than it and longer than the one before. */
  readonly within: number[];
}

/** How many answers of which status were given, and how long they took by route. */
class RouteTimes {
  readonly statuses = new Map<number, number>();
  readonly routes = new Map<string, RouteTime>();

  add({ method, route }: RouteTime['labels'], status: number, ms: number): void {
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

const answerMetrics = ({ statuses, routes }: RouteTimes): Metric[] => [
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

/** `/metrics` in the text format of Prometheus; 404 to those who may not read it. */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  const times = new RouteTimes();
  let registry: Promise<Registry> | undefined;
  app.addHook('onResponse', (request, reply, done) => {
    const { url: pattern = '', logLevel } = request.routeOptions;
    // Probes and collectors would distort the figures of users.
    if (logLevel !== 'silent') times.add({ method: request.method, route: routeName(pattern) }, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, deps)) throw notFound('Page');
    registry ??= startCollecting([...answerMetrics(times), ...deps.metrics]);
    const metrics = await registry;
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
