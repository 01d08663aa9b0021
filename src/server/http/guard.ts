import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { rightsOf } from '#contract/session/user.ts';
import { AppError } from '#server/errors.ts';
import type { StaffUser } from '#server/services/identity-token.ts';

/** Marks browsers of staff, whose views are not counted; it holds no secret (D31). */
export const STAFF_COOKIE = 'turnout-staff';

/** The user of an ID token. @throws AppError `unauthenticated`, `forbidden`, or `unavailable` without the keys of the provider */
export type VerifyToken = (token: string) => Promise<StaffUser>;

/** The token of a call, if it has any. @throws AppError `unauthenticated` for a header of another kind */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (token === undefined) throw new AppError('unauthenticated', 'The Authorization header must be a Bearer token');
  return token;
}

/** Stops startup when a route of this scope declares another access in the contract, or one of staff does not say what it needs. */
export function assertAccess(app: FastifyInstance, access: Endpoint['access']): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== access) throw new Error(`${String(route.method)} ${route.url} is not declared ${access}`);
    if (access.startsWith('staff') && !route.config.needs)
      throw new Error(`${String(route.method)} ${route.url} does not say what it needs`);
  });
}

/** Every route of this scope needs a valid token of someone who has the right that the route needs; with the access `staff-or-public` it answers anyone, and them with more. */
export function admitStaff(app: FastifyInstance, access: 'staff' | 'staff-or-public', verifyToken: VerifyToken, rights = rightsOf): void {
  assertAccess(app, access);
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    if (token === undefined && access === 'staff') throw new AppError('unauthenticated', 'Please sign in');
    if (token === undefined) return;
    request.user = await verifyToken(token);
    const { needs } = request.routeOptions.config;
    if (!rights(request.user).some((right) => right === needs)) throw new AppError('forbidden', "You don't have permission to do this.");
  });
}

/** Whether a browser says that a page of another origin sends this; other programs say nothing. */
function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Older browsers send `null` for the posts of our own pages too, since these send no referrer.
  if (origin === undefined || origin === 'null') return false;
  return URL.parse(origin)?.host !== host;
}

/** Posts to this scope are refused when a page of another origin sends them. */
export function refuseOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && isFromElsewhere(request)) throw new AppError('forbidden', 'This call is for our own pages only.');
  });
}
