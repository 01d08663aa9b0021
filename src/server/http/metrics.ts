import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { notFound } from '#server/errors.ts';

interface MetricsDeps {
  /** Bearer token of whoever collects (setting METRICS_TOKEN); absent: this machine only. */
  readonly metricsToken?: string | undefined;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** A call that a proxy on this machine passes on comes from loopback too, and is not ours. */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean => LOOPBACK.test(ip) && headers['x-forwarded-for'] === undefined;

const mayRead = (request: FastifyRequest, token: string | undefined): boolean =>
  token === undefined ? isFromThisMachine(request) : isEqual(request.headers.authorization ?? '', `Bearer ${token}`);

/** What the answers of one route took so far. */
interface RouteTime {
  readonly method: string;
  readonly route: string;
  answers: number;
  seconds: number;
}

interface Collected {
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  /** By method and route; routes are few, whatever is called. */
  readonly routes: Map<string, RouteTime>;
}

const MS_PER_SECOND = 1_000;

function collect({ statuses, routes }: Collected, request: FastifyRequest, reply: FastifyReply): void {
  statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
  const { method } = request;
  const { url: route = '' } = request.routeOptions;
  const key = `${method} ${route}`;
  const time = routes.get(key) ?? { method, route, answers: 0, seconds: 0 };
  time.answers += 1;
  time.seconds += reply.elapsedTime / MS_PER_SECOND;
  routes.set(key, time);
}

/** The collector is loaded by the first who asks: most processes never are, and it costs time at the start. */
async function startCollecting({ statuses, routes }: Collected): Promise<Registry> {
  const { collectDefaultMetrics, Counter, Registry: NewRegistry } = await import('prom-client');
  const registry = new NewRegistry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'turnout_http_answers_total',
    help: 'Answers by status',
    labelNames: ['status'],
    registers: [registry],
    collect: () => {
      answers.reset();
      for (const [status, count] of statuses) answers.inc({ status: String(status) }, count);
    },
  });
  const ofRoutes = (name: string, help: string, figureOf: (time: RouteTime) => number): void => {
    const counter = new Counter({
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
  ofRoutes('turnout_http_route_answers_total', 'Answers by route', ({ answers: count }) => count);
  ofRoutes(
    'turnout_http_route_seconds_total',
    'Seconds from the arrival of a call to the end of its answer, by route',
    ({ seconds }) => seconds,
  );
  return registry;
}

/** `/metrics` in the text form of Prometheus, on loopback or with a token (architecture, section 3); to all others it is not there. */
export function metricsRoutes(app: FastifyInstance, { metricsToken }: MetricsDeps): void {
  const collected: Collected = { statuses: new Map(), routes: new Map() };
  let registry: Promise<Registry> | undefined;
  app.addHook('onResponse', (request, reply, done) => {
    collect(collected, request, reply);
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw notFound('Page');
    registry ??= startCollecting(collected);
    const metrics = await registry;
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
