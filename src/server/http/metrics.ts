import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counter, Gauge } from 'prom-client';
import { SECOND_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import { notFound } from '#server/errors.ts';
import type { Metric } from '#server/metrics/metric.ts';
import { isFromThisMachine } from './from-this-machine.ts';
import { routeName } from './observe.ts';

interface MetricsDeps {
  readonly config: Pick<Config, 'metricsToken' | 'environment'>;
  /** What is shown besides the answers of this server and the figures of the process. */
  readonly metrics: readonly Metric[];
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** In production only with the token, since a proxy on this machine may add no header that reveals it. */
const mayRead = (request: FastifyRequest, { config: { metricsToken, environment } }: MetricsDeps): boolean =>
  metricsToken === undefined
    ? environment !== 'production' && isFromThisMachine(request)
    : isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`);

/** Gauges of the library with names of counters, which `promtool` reports; each has one by type beside it. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];
/** Upper bounds in seconds, for quantiles. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Loads the library once the server has answered, since it would slow down every start. */
async function startCollecting(metrics: readonly Metric[]) {
  const library = await import('prom-client');
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const answers = new library.Counter({
    name: 'turnout_http_answers_total',
    help: 'Answers by status',
    labelNames: ['status'],
    registers,
  });
  const seconds = new library.Histogram({
    name: 'turnout_http_route_seconds',
    help: 'Seconds from the arrival of a call to the end of its answer, by route',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  for (const { name, help, kind, labels = [], read } of metrics) {
    const collect = async (): Promise<void> => {
      const samples = await read();
      collected.reset();
      if (labels.length === 0) collected.remove(); // What is not known is left out; `reset` would show it as 0.
      for (const { labels: values = {}, value } of samples) collected.inc(values, value);
    };
    const options = { name, help, labelNames: [...labels], registers, collect };
    const collected: Counter | Gauge = kind === 'counter' ? new library.Counter(options) : new library.Gauge(options);
  }
  return { registry, answers, seconds };
}

/** `/metrics` in the text format of Prometheus; 404 to those who may not read it. */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  let collecting: ReturnType<typeof startCollecting> | undefined;
  const collect = () => (collecting ??= startCollecting(deps.metrics));
  app.addHook('onResponse', async ({ method, routeOptions: { url = '', logLevel } }, { statusCode, elapsedTime }) => {
    // Probes and collectors would hide how those who use the server fare.
    if (logLevel === 'silent') return;
    const { answers, seconds } = await collect();
    answers.inc({ status: statusCode });
    seconds.observe({ method, route: routeName(url) }, elapsedTime / SECOND_MS);
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, deps)) throw notFound('Page');
    const { registry } = await collect();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
