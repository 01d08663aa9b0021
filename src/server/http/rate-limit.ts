import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { FormRef } from '#server/features/sign-up/queries.ts';
import { formOfRequest } from './form-of-request.ts';
import { MinuteCounts, secondsToNextMinute } from './minute-counts.ts';

interface RateLimit {
  /** Calls per minute of the clock (setting PUBLIC_RATE_LIMIT). */
  readonly perMinute: number;
  /** Where calls are counted; those of several scopes together when they are given the same. */
  readonly counts?: MinuteCounts | undefined;
  /** Told of the form of each submit that was one too many. */
  readonly onRefusedSubmit?: ((form: FormRef) => void) | undefined;
  /** When calls are counted and refused: before anything of them is read, or after, for answers that give back what was sent. */
  readonly at?: 'onRequest' | 'preHandler';
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Submits are counted apart from page loads and views: who only looks does not use up the sign-ups of an office (decision 32). */
const classOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  url.endsWith('/submit') || (method === 'POST' && url.endsWith('/view')) ? 'submit' : 'load';

/** Whoever has one address of IPv6 has the whole /64 network. */
const networkOf = (ip: string): string => (ip.includes(':') && !ip.includes('.') ? expand(ip).slice(0, 4).join(':') : ip);

function expand(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0)) }, () => '0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

function idOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id).toLowerCase() : '';
}

/**
 * Limits the calls of this scope per minute, network address and form; one too many is 429 with `Retry-After`. Calls that
 * staff make with their token are not counted. To be set up before the scope's routes.
 */
export function limitPublicCalls(
  app: FastifyInstance,
  { perMinute, counts = new MinuteCounts(), onRefusedSubmit, at = 'onRequest', now = Date.now }: RateLimit,
): void {
  const limit = (request: FastifyRequest, _reply: FastifyReply, done: (error?: AppError) => void): void => {
    const time = now();
    const kind = classOf(request);
    const key = `${kind} ${networkOf(request.ip)} ${idOf(request)}`;
    if (request.user !== null || counts.add(key, time) <= perMinute) {
      done();
      return;
    }
    const form = kind === 'submit' ? formOfRequest(request) : undefined;
    if (form !== undefined) onRefusedSubmit?.(form);
    done(new AppError('too_many', 'Too many requests. Please try again later.', { retryAfterSeconds: secondsToNextMinute(time) }));
  };
  if (at === 'onRequest') app.addHook('onRequest', limit);
  else app.addHook('preHandler', limit);
}
