import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { notFound } from '#server/errors.ts';

interface MetricsDeps {
  /** Bearer token of whoever collects (setting METRICS_TOKEN); absent: this machine only. */
  readonly metricsToken?: string | undefined;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

const isEqual = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A call that a proxy on this machine passes on comes from loopback too, and is not ours. */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean => LOOPBACK.test(ip) && headers['x-forwarded-for'] === undefined;

const mayRead = (request: FastifyRequest, token: string | undefined): boolean =>
  token === undefined ? isFromThisMachine(request) : isEqual(request.headers.authorization ?? '', `Bearer ${token}`);

/** The collector is loaded by the first who asks: most processes never are, and it costs time at the start. */
async function startCollecting(counts: ReadonlyMap<number, number>): Promise<Registry> {
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
      for (const [status, count] of counts) answers.inc({ status: String(status) }, count);
    },
  });
  return registry;
}

/** `/metrics` in the text form of Prometheus, on loopback or with a token (architecture, section 3); to all others it is not there. */
export function metricsRoutes(app: FastifyInstance, { metricsToken }: MetricsDeps): void {
  const counts = new Map<number, number>();
  let registry: Promise<Registry> | undefined;
  app.addHook('onResponse', (_request, { statusCode }, done) => {
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw notFound('Page');
    registry ??= startCollecting(counts);
    const collected = await registry;
    return reply.type(collected.contentType).send(await collected.metrics());
  });
}
