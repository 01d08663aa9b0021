import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as Prometheus from 'prom-client';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { ReadFigures } from '#server/db/read-pool.ts';
import { notFound } from '#server/errors.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import { isFromThisMachine } from './from-this-machine.ts';

export interface MetricsDeps {
  /** Bearer token of the collector (setting METRICS_TOKEN); absent: only this machine may read, and nobody in production. */
  readonly metricsToken?: string | undefined;
  readonly isProduction?: boolean;
  readonly live: LiveStreams;
  /** Absent without a replica. */
  readonly readFigures?: ReadFigures | undefined;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** In production only with the token, since a proxy on this machine may add no header that reveals it. */
const mayRead = (request: FastifyRequest, { metricsToken, isProduction = false }: MetricsDeps): boolean =>
  metricsToken === undefined
    ? !isProduction && isFromThisMachine(request)
    : isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`);

interface RouteTime {
  readonly method: string;
  readonly route: string;
  answers: number;
  seconds: number;
}

interface Totals {
  readonly statuses: Map<number, number>;
  /** By method and route. */
  readonly routes: Map<string, RouteTime>;
}

const MS_PER_SECOND = 1_000;

function collect({ statuses, routes }: Totals, request: FastifyRequest, reply: FastifyReply): void {
  statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
  const { method } = request;
  // Without the shapes of its parameters.
  const route = (request.routeOptions.url ?? '').replaceAll(/(:\w+)\([^/]*?\)/g, '$1');
  const key = `${method} ${route}`;
  const time = routes.get(key) ?? { method, route, answers: 0, seconds: 0 };
  time.answers += 1;
  time.seconds += reply.elapsedTime / MS_PER_SECOND;
  routes.set(key, time);
}

function addReplicaMetrics({ Counter, Gauge }: typeof Prometheus, registry: Registry, figures: ReadFigures): void {
  const lag: Gauge = new Gauge({
    name: 'turnout_replica_lag_seconds',
    help: 'For how long the read replica has not had the newest data',
    registers: [registry],
    collect: () => lag.set(figures.lagSeconds),
  });
  const queries = new Counter({
    name: 'turnout_replica_queries_total',
    help: 'Queries that the read replica may answer, by who answered; those of the primary are fallbacks',
    labelNames: ['answered_by'],
    registers: [registry],
    collect: () => {
      queries.reset();
      queries.inc({ answered_by: 'replica' }, figures.fromReplica);
      queries.inc({ answered_by: 'primary' }, figures.fromPrimary);
    },
  });
}

/** Loads the library at the first request of `/metrics`, since it would slow down every start. */
async function startCollecting({ statuses, routes }: Totals, { live, readFigures }: MetricsDeps): Promise<Registry> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const answers = new prometheus.Counter({
    name: 'turnout_http_answers_total',
    help: 'Answers by status',
    labelNames: ['status'],
    registers: [registry],
    collect: () => {
      answers.reset();
      for (const [status, count] of statuses) answers.inc({ status: String(status) }, count);
    },
  });
  const addRouteCounter = (name: string, help: string, figureOf: (time: RouteTime) => number): void => {
    const counter = new prometheus.Counter({
      name,
      help,
      labelNames: ['method', 'route'],
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const time of routes.values()) counter.inc({ method: time.method, route: time.route }, figureOf(time));
      },
    });
  };
  addRouteCounter('turnout_http_route_answers_total', 'Answers by route', ({ answers: count }) => count);
  addRouteCounter(
    'turnout_http_route_seconds_total',
    'Seconds from the arrival of a call to the end of its answer, by route',
    ({ seconds }) => seconds,
  );
  const streams: Gauge = new prometheus.Gauge({
    name: 'turnout_live_streams',
    help: 'Open streams of live updates',
    registers: [registry],
    collect: () => streams.set(live.figures.streams),
  });
  const messages: Counter = new prometheus.Counter({
    name: 'turnout_live_messages_total',
    help: 'Messages and comments written to streams of live updates',
    registers: [registry],
    collect: () => {
      messages.reset();
      messages.inc(live.figures.messages);
    },
  });
  if (readFigures !== undefined) addReplicaMetrics(prometheus, registry, readFigures);
  return registry;
}

/** `/metrics` in the text format of Prometheus; 404 to those who may not read it. */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  const totals: Totals = { statuses: new Map(), routes: new Map() };
  let registry: Promise<Registry> | undefined;
  app.addHook('onResponse', (request, reply, done) => {
    collect(totals, request, reply);
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, deps)) throw notFound('Page');
    registry ??= startCollecting(totals, deps);
    const metrics = await registry;
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
