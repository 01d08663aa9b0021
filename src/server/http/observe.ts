import { randomBytes } from 'node:crypto';
import { type Channel, channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import { currentWork, type Work } from '#server/tracing/work.ts';
import { toAppError } from './problem.ts';

/** Whether a request comes from a proxy whose headers count: one of the addresses and networks in TRUST_PROXY. */
function trustedProxy(trustProxy: string[] | false): (request: IncomingMessage) => boolean {
  if (trustProxy === false) return () => false;
  const isTrusted = compile(trustProxy);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}

/** Ids as proxies make them: no spaces and no `@`, so no mail address and no second line in the log. */
const PASSED_ON = /^[\w.:+/=-]{1,128}$/;

/** Makes the ids of requests for the log: the `X-Request-Id` of a trusted proxy, otherwise a number that is unique over all processes. */
export function requestIds(trustProxy: string[] | false): (request: IncomingMessage) => string {
  const isTrusted = trustedProxy(trustProxy);
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return (request) => {
    const given = request.headers['x-request-id'];
    if (typeof given === 'string' && PASSED_ON.test(given) && isTrusted(request)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** The pattern of a route without the shapes of its parameters. */
export const routeName = (pattern: string): string => pattern.replaceAll(/(:\w+)\([^/]*?\)/g, '$1');

/** The route of a request as logs and traces name it; undefined where there is none. */
const routeNameOf = ({ routeOptions: { url } }: FastifyRequest): string | undefined => (url === undefined ? undefined : routeName(url));

/** Writes a line for each answered request, except those to silent routes such as `/healthz`, without anything that a visitor sent. */
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

/** Shows each request that reaches a route in traces, except those to silent routes such as `/healthz`, without anything that a visitor sent. */
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
