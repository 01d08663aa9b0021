import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Problem } from '#contract/problem.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { isOutage } from '#server/db/outage.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const statusOf: Record<ErrorCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
  internal: 500,
};

const codeOfStatus: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 413: 'too_large', 429: 'too_many', 503: 'unavailable' };

const wordsOf: Readonly<Partial<Record<ErrorCode, string>>> = {
  malformed: 'The request could not be read',
  not_found: 'Not found',
  too_large: 'The request is too large',
  too_many: 'Too many requests. Please try again later.',
  unavailable: 'The service is not available at the moment. Please try again.',
  internal: 'Something went wrong on our side',
};

/** Statement timeout, serialization failure, deadlock: the database could not do it now, which is nobody's mistake. */
const TRY_AGAIN = new Set(['57014', '40001', '40P01']);

const isAway = (error: unknown): boolean =>
  isOutage(error) || (error instanceof Error && 'code' in error && typeof error.code === 'string' && TRY_AGAIN.has(error.code));

/** Errors of the schemas, with the path in dots: `events`, `0.label`. */
function fieldErrors(error: FastifyError): FieldError[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  return error.validation.map(({ instancePath, message }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message: message ?? 'This value is invalid',
  }));
}

const wordsFor = (code: ErrorCode): string => wordsOf[code] ?? 'Error';

/** What a refusal of Fastify itself means: by its status, since its codes are many. */
function ofFramework(error: FastifyError): AppError {
  // An id that is none is an address that leads nowhere (decisions, "The API").
  if (error.validationContext === 'params') return new AppError('not_found', wordsFor('not_found'));
  if (error.validation !== undefined) return new AppError('invalid', 'The input is invalid', { errors: fieldErrors(error) });
  const status = error.statusCode ?? 500;
  const isRefusal = status >= 400 && status < 500;
  const code = codeOfStatus[status] ?? (isRefusal ? 'malformed' : 'internal');
  return new AppError(code, wordsFor(code), { cause: error });
}

const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error);

/** The closed set's error for whatever was thrown; a bug becomes `internal` without a word of its own. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAway(error)) return new AppError('unavailable', wordsFor('unavailable'), { cause: error, retryAfterSeconds: 1 });
  if (isFrameworkError(error)) return ofFramework(error);
  return new AppError('internal', wordsFor('internal'), { cause: error });
}

/** The body of a failure (RFC 9457, decision 13). */
export function problemOf(error: AppError): Problem {
  const status = statusOf[error.code];
  const { errors, current } = error.details;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    ...(error.code === 'invalid' ? { errors: [...(errors ?? [])] } : {}),
    ...(current === undefined ? {} : { current }),
  };
}

/** Answers a failure as problem+json and logs those that are bugs or faults of ours. */
export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const appError = toAppError(error);
  const problem = problemOf(appError);
  if (appError.code === 'internal') request.log.error({ reqId: request.id, err: appError.details.cause ?? appError }, 'unexpected error');
  else if (appError.code === 'unavailable')
    request.log.warn({ reqId: request.id, err: appError.details.cause ?? appError }, 'not available');
  const { retryAfterSeconds } = appError.details;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  if (appError.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  return reply.status(problem.status).type(PROBLEM_TYPE).serializer(JSON.stringify).send(problem);
}
