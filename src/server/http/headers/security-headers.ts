import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCalls } from '#contract/all-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { HeaderKind, HeaderProfiles } from './header-profiles.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    headers?: HeaderKind;
  }
}

const NO_TRANSFORM = 'no-transform';

/** Otherwise Cloudflare, unless told not to, hides the email addresses in pages behind a script that our policy blocks. */
function forbidTransforms(reply: FastifyReply): void {
  const cache = [reply.getHeader('cache-control') ?? []].flat().join(', ');
  if (!cache.includes(NO_TRANSFORM)) void reply.header('cache-control', cache === '' ? NO_TRANSFORM : `${cache}, ${NO_TRANSFORM}`);
}

/** Gives every answer, also those of unknown routes, the headers of its profile. Must be called before anything else is registered. */
export function sendSecurityHeaders(app: FastifyInstance, profiles: HeaderProfiles): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(profiles[request.routeOptions.config.headers ?? 'other']);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('text/html')) forbidTransforms(reply);
    done(null, payload);
  });
}

/** Sets the header profile of this scope's routes; a route may name another. Must be called before routes are added. */
export function setHeaderProfile(app: FastifyInstance, kind: HeaderKind): void {
  app.addHook('onRoute', (route) => {
    route.config = { headers: kind, ...route.config };
  });
}

const pattern = (path: string): RegExp => new RegExp(`^/api${path.replaceAll(/:[^/]+/g, '[^/?]+')}(?:\\?|$)`);

const publicCalls = Object.values(allCalls)
  .filter(({ access }) => access === 'public' || access === 'staff-or-public')
  .map(({ method, path, access }) => ({ method, access, address: pattern(path) }));

/** Who may make the call, or the call that a preflight is for; undefined when there is no such call. */
function accessOf(request: FastifyRequest): Endpoint['access'] | undefined {
  if (request.method !== 'OPTIONS') return request.routeOptions.config.access;
  const method = request.headers['access-control-request-method'];
  return publicCalls.find(({ method: allowed, address }) => allowed === method && address.test(request.url))?.access;
}

function isPublic(request: FastifyRequest): boolean {
  const access = accessOf(request);
  // With a token the same call answers with staff's data, which only our own origin may read.
  return access === 'public' || (access === 'staff-or-public' && request.headers.authorization === undefined);
}

const anyOrigin: FastifyCorsOptions = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'POST'],
  allowedHeaders: ['content-type', 'idempotency-key', 'visit-source'],
  exposedHeaders: ['retry-after'],
  maxAge: 7_200,
};

/** Lets pages of any origin make the public calls, without credentials. */
export async function allowCrossOrigin(app: FastifyInstance): Promise<void> {
  await app.register(cors, { delegator: (request, callback) => callback(null, isPublic(request) ? anyOrigin : { origin: false }) });
}
