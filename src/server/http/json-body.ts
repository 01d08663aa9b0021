import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

const DEPTH_MAX = 20;
/** A visitor sends one value per field of a form, staff may import many rows. */
const VALUES_MAX = { visitor: 1_000, staff: 100_000 };

const childrenOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};

/** Goes level by level, since recursion, here and in PostgreSQL, fails on deep values. @throws AppError `invalid` or `too_large` */
function assertReasonableSize(body: unknown, valuesMax: number): void {
  let level = childrenOf(body);
  let seen = level.length;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new AppError('invalid', 'The input is nested too deep', { errors: [{ path: '', message: 'The input is nested too deep' }] });
    if (seen > valuesMax) throw new AppError('too_large', 'The request is too large');
    level = level.flatMap(childrenOf);
    seen += level.length;
  }
}

/** Leaves room for commas in the texts, besides those between `VALUES_MAX.visitor` values. */
const COMMAS_MAX = 5_000;

/** Found without parsing, which would block other requests for a body with that many values. */
const hasTooManyParts = (text: string): boolean => text.split(',', COMMAS_MAX + 2).length > COMMAS_MAX + 1;

/** Makes JSON, or nothing, the only accepted body: a form on another site could post `text/plain`. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = body.toString();
    const { access } = request.routeOptions.config;
    const sender = access === 'public' ? 'visitor' : 'staff';
    if (sender === 'visitor' && hasTooManyParts(text)) return done(new AppError('too_large', 'The request is too large'), undefined);
    return parse(request, text, (error, parsed) => {
      if (error !== null) return done(error, undefined);
      try {
        assertReasonableSize(parsed, VALUES_MAX[sender]);
        return done(null, parsed);
      } catch (refusal) {
        return done(refusal instanceof Error ? refusal : new Error('The body was refused', { cause: refusal }), undefined);
      }
    });
  });
}
