import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { routeNameOf } from './route-name.ts';

/** Writes a line for each request that was answered, but those to silent routes such as `/healthz`: nothing that a visitor sent. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  // Looking for secrets in a line costs ten times as much as writing it, and this one has none.
  const lines = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, routeOptions } = request;
    if (routeOptions.logLevel !== 'silent') {
      lines.info({ reqId, method, route: routeNameOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
}
