import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#server/errors.ts';
import { toAppError } from '#server/http/problem.ts';
import { PARTS_MAX, readPostedBody } from '#server/sign-up/page/plain-post.ts';

/** Bytes of a posted page. */
const BODY_MAX = 64 * 1024;

/** Not with `URL`, which throws for some paths. Parameters after `PARTS_MAX` are ignored. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? [];
  return new URLSearchParams(query.split('&', PARTS_MAX).join('&'));
}

/** Has a scope read what pages post, and answer every error with a page; unexpected ones are logged. Must precede its routes. */
export async function postedPages(
  app: FastifyInstance,
  sendError: (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_MAX, parser: readPostedBody });
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    if (appError.code === 'internal') request.log.error({ err: appError.details.cause ?? appError }, 'unexpected error');
    const { retryAfterSeconds } = appError.details;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    return sendError(request, reply, appError);
  });
}
