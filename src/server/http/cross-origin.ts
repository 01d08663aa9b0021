import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const pattern = (path: string): RegExp => new RegExp(`^/api${path.replaceAll(/:[^/]+/g, '[^/?]+')}(?:\\?|$)`);

const publicCalls = Object.values(api)
  .filter((endpoint) => endpoint.access !== 'staff')
  .map(({ method, path, access }) => ({ method, access, address: pattern(path) }));

/** Who may make the call, or the one that a preflight asks for; undefined for what is none. */
function accessOf(request: FastifyRequest): Endpoint['access'] | undefined {
  if (request.method !== 'OPTIONS') return request.routeOptions.config.access;
  const asked = request.headers['access-control-request-method'];
  return publicCalls.find(({ method, address }) => method === asked && address.test(request.url))?.access;
}

/** Whether the request is a call that answers any origin. */
function isPublic(request: FastifyRequest): boolean {
  const access = accessOf(request);
  // With a token the same address gives what only staff may see: our own origin only (decision 15).
  return access === 'public' || (access === 'staff-or-public' && request.headers.authorization === undefined);
}

const anyOrigin: FastifyCorsOptions = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'POST'],
  allowedHeaders: ['content-type', 'idempotency-key'],
  exposedHeaders: ['retry-after'],
  maxAge: 7_200,
};

/** Lets pages of any origin make the public calls, without credentials, and no other (decision 15). */
export async function allowCrossOrigin(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    delegator: (request, callback) => callback(null, isPublic(request) ? anyOrigin : { origin: false }),
  });
}
