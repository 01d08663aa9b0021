import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { routeName } from '#server/metrics/answer-metrics.ts';

/** Writes a line for each request that was answered, but those to silent routes such as `/healthz`: nothing that a visitor sent. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  // Looking for secrets in a line costs ten times as much as writing it, and this one has none.
  const lines = log.child({}, { redact: [] });
  app.addHook('onResponse', ({ id: reqId, method, routeOptions: { url, logLevel } }, reply, done) => {
    const route = url === undefined ? undefined : routeName(url);
    if (logLevel !== 'silent') lines.info({ reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
}
