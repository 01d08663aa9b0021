import cors, { type FastifyCorsOptions } from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { allCalls } from '#contract/all-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { HeaderKind, HeaderProfiles } from './header-profiles.ts';

/** Headers of the single answer, not of its profile. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection']);

/** The headers that helmet sets for a profile without nonces, computed once: doing it for each call takes a tenth of the time of a sign-up. */
async function fixedHeaders(profile: HeaderProfiles['api']): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(fastifyHelmet, { global: false });
  probe.get('/', async (_request, reply) => {
    reply.helmet(profile);
    return reply.send();
  });
  const { headers } = await probe.inject('/');
  await probe.close();
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OWN_HEADERS.has(name) ? [] : [[name, String(value)]])));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The header profile of the route's answers. */
    headers?: HeaderKind;
  }
}

export type FixedHeaders = Readonly<Record<HeaderKind, Record<string, string>>>;

/** The headers of each profile. The policy of staff pages is left out, since helmet sends it with its nonce. */
export async function fixedHeaderTable(profiles: HeaderProfiles): Promise<FixedHeaders> {
  const { 'content-security-policy': _withNonce, ...staffApp } = await fixedHeaders(profiles.staffApp);
  return {
    staffApp,
    publicForm: await fixedHeaders(profiles.publicForm),
    ownPage: await fixedHeaders(profiles.ownPage),
    api: await fixedHeaders(profiles.api),
    download: await fixedHeaders(profiles.download),
    guide: await fixedHeaders(profiles.guide),
    file: await fixedHeaders(profiles.file),
    other: await fixedHeaders(profiles.other),
  };
}

/** Gives every answer, also those of unknown routes, the headers of its profile. Must be called before anything else is registered. */
export function sendSecurityHeaders(app: FastifyInstance, table: FixedHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(table[request.routeOptions.config.headers ?? 'other']);
    done();
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
  await app.register(cors, {
    delegator: (request, callback) => callback(null, isPublic(request) ? anyOrigin : { origin: false }),
  });
}
