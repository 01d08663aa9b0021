import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

const WINDOW_MS = 60_000;
/** Pairs of address and form that are remembered; the least recently seen go first. */
const PAIRS_MAX = 50_000;

/** Submits are counted apart from page loads and views: who only looks does not use up the sign-ups of an office (decision 32). */
const classOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  url.endsWith('/submit') || (method === 'POST' && url.endsWith('/view')) ? 'submit' : 'load';

function idOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id).toLowerCase() : '';
}

/**
 * Limits the calls of this scope per minute, network address and form (setting PUBLIC_RATE_LIMIT); the next one is 429 with
 * `Retry-After`. Calls that staff make with their token are not counted. To be registered before the scope's routes.
 */
export async function limitPublicCalls(app: FastifyInstance, { perMinute }: { readonly perMinute: number }): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: PAIRS_MAX,
    keyGenerator: (request) => `${classOf(request)} ${normalizeIP(request.ip)} ${idOf(request)}`,
    allowList: (request) => request.user !== null,
    // The promise of the limit is ours alone: a visitor's browser needs no running count.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many', 'Too many requests. Please try again later.', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
  });
}
