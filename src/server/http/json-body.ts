import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

const DEPTH_MAX = 20;
const VALUES_MAX = 100_000;

const childrenOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};

/**
 * Refuses what would be costly further on: JSON nested too deep (PostgreSQL and recursive readers fail on it) or of too
 * many values (hardening 1.5, "Large, deep, slow bodies"). Walks level by level, so that depth costs no stack.
 */
function refuseMonstrous(body: unknown): void {
  let level = childrenOf(body);
  let seen = level.length;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new AppError('invalid', 'The input is nested too deep', { errors: [{ path: '', message: 'The input is nested too deep' }] });
    if (seen > VALUES_MAX) throw new AppError('too_large', 'The request is too large');
    level = level.flatMap(childrenOf);
    seen += level.length;
  }
}

/**
 * Makes JSON the only body that the calls take: without `text/plain`, which a form on another site could send, and with
 * an empty body accepted, since some calls have none (hardening 1.4).
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return parse(request, body.toString(), (error, parsed) => {
      if (error !== null) return done(error, undefined);
      try {
        refuseMonstrous(parsed);
        return done(null, parsed);
      } catch (refusal) {
        return done(refusal instanceof Error ? refusal : new Error('The body was refused', { cause: refusal }), undefined);
      }
    });
  });
}
