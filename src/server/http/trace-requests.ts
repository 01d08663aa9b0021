import { type Channel, channel } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import { currentWork, type Work } from '#server/tracing/work.ts';
import { toAppError } from './problem.ts';
import { routeNameOf } from './route-name.ts';
import { trustedProxy } from './trusted-proxy.ts';

const FAILED = 500;
/** Fastify announces on it that a handler begins, with the context in which it runs. */
const handlers: Channel<{ readonly request: FastifyRequest }, Work | undefined> = channel('tracing:fastify.request.handler:start');

const open = new WeakMap<FastifyRequest, Work>();

function workOf(request: FastifyRequest): Work {
  const { id, method } = request;
  const route = routeNameOf(request);
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'request',
    facts: { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }), 'turnout.request_id': id },
  };
}

/** Shows each request that reaches a route in traces, but those to silent routes such as `/healthz`: nothing that a visitor sent. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, trustProxy: string[] | false): void {
  const isTrusted = trustedProxy(trustProxy);
  handlers.bindStore(currentWork, ({ request }) => open.get(request));
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.logLevel !== 'silent') {
      const work = workOf(request);
      const { traceparent } = request.headers;
      open.set(request, work);
      tracer.begin(work, typeof traceparent === 'string' && isTrusted(request.raw) ? traceparent : undefined);
    }
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const work = open.get(request);
    if (work !== undefined) work.failure = toAppError(error).code;
    done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const work = open.get(request);
    if (work !== undefined) {
      work.facts['http.response.status_code'] = statusCode;
      if (statusCode < FAILED) work.failure = undefined;
      else work.failure ??= String(statusCode);
      tracer.end(work);
    }
    done();
  });
}
