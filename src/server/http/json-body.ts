import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

const DEPTH_MAX = 20;
/** A visitor sends one value per field of a form, staff may import many rows. */
const VALUES_MAX = { visitor: 1_000, staff: 100_000 };
const NESTED_TOO_DEEP = 'The input is nested too deeply';

/** Where the text of JSON that begins there ends. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '"') return at;
    if (json[at] === '\\') at += 1;
  }
  return json.length;
}

/** Why a body is refused, if it is. Counted without parsing, which would keep other requests waiting; recursion, here and in PostgreSQL, fails on deep values. */
function sizeProblem(json: string, valuesMax: number): AppError | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '"') at = endOfText(json, at);
    else if (mark === ']' || mark === '}') depth -= 1;
    else if (mark === ',') values += 1;
    else if (mark === '[' || mark === '{') {
      depth += 1;
      values += 1;
    }
    if (depth > DEPTH_MAX) return new AppError('invalid', NESTED_TOO_DEEP, { errors: [{ path: '', message: NESTED_TOO_DEEP }] });
    if (values > valuesMax) return new AppError('too_large', 'The request is too large');
  }
  return undefined;
}

/** Makes JSON, or nothing, the only accepted body: a form on another site could post `text/plain`. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    // Windows PowerShell sends Latin-1, whose letters would be stored as question marks.
    if (!isUtf8(body)) return done(new AppError('malformed', 'The body must be in UTF-8'), undefined);
    const text = body.toString();
    const sender = request.routeOptions.config.access === 'staff' ? 'staff' : 'visitor';
    const problem = sizeProblem(text, VALUES_MAX[sender]);
    return problem === undefined ? parse(request, text, done) : done(problem, undefined);
  });
}
