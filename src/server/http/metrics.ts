import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import { notFound } from '#server/errors.ts';
import { answerMetrics, RouteTimes } from '#server/metrics/answer-metrics.ts';
import type { Metric, Sample } from '#server/metrics/metric.ts';
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
    const valuesOf = (samples: readonly Sample[]) =>
      samples.map(({ part, ...sample }) => ({ metricName: part === undefined ? name : `${name}_${part}`, ...sample }));
    // Written when they are read, since updating the library's counters and histograms for each answer would cost more.
    const written = { getForPromString: async () => ({ name, help, type, values: valuesOf(await read()) }) };
    Object.assign(new library.Gauge({ name, help, registers: [registry] }), written);
  }
  return registry;
}

/** `/metrics` in the text format of Prometheus; 404 to those who may not read it. */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  const times = new RouteTimes();
  let registry: Promise<Registry> | undefined;
  app.addHook('onResponse', (request, reply, done) => {
    const { url: pattern = '', logLevel } = request.routeOptions;
    // Probes and collectors would distort the figures of users.
    if (logLevel !== 'silent')
      times.add({ method: request.method, route: routeName(pattern), status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, deps)) throw notFound('Page');
    registry ??= startCollecting([...answerMetrics(times), ...deps.metrics]);
    const metrics = await registry;
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
