import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '#contract/user.ts';
import { AppError } from '#server/errors.ts';

/**
 * Tells who holds a token.
 * @throws AppError `unauthenticated` for a bad one, `forbidden` for a disallowed address, `unavailable` when the
 * provider's keys cannot be had (decision 25).
 */
export type VerifyToken = (token: string) => Promise<User>;

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (token === undefined) throw new AppError('unauthenticated', 'The Authorization header must be a Bearer token');
  return token;
}

/** Routes that say they are for others do not belong on a guarded scope: found at start, not in production. */
function insist(app: FastifyInstance, access: 'staff' | 'public' | 'staff-or-public'): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== access) throw new Error(`${String(route.method)} ${route.url} is not declared ${access}`);
  });
}

/** Every route registered on this scope needs a good token (architecture, "default-deny guard"). */
export function guardStaff(app: FastifyInstance, verifyToken: VerifyToken): void {
  insist(app, 'staff');
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    if (token === undefined) throw new AppError('unauthenticated', 'Please sign in');
    request.user = await verifyToken(token);
  });
}

/** Routes of this scope answer anybody, and staff with more; a token that is present must be good (decision 15). */
export function recogniseStaff(app: FastifyInstance, verifyToken: VerifyToken): void {
  insist(app, 'staff-or-public');
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    request.user = token === undefined ? null : await verifyToken(token);
  });
}

/** Routes of this scope answer anybody alike. */
export function openToAll(app: FastifyInstance): void {
  insist(app, 'public');
}
