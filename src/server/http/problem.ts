import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Problem } from '#contract/problem.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { errorCode, isTransient } from '#server/db/outage.ts';
import { AppError, type ErrorCode, TOO_MANY_REQUESTS } from '#server/errors.ts';
import { throttleLog } from '#server/throttle-log.ts';

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

const DEFAULT_DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  malformed: 'The request could not be read',
  not_found: 'Not found',
  too_large: 'The request is too large',
  too_many: TOO_MANY_REQUESTS,
  unavailable: 'The service is not available at the moment. Please try again.',
  internal: 'Something went wrong on our side',
};

function fieldErrors(error: FastifyError): FieldError[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  return error.validation.map(({ instancePath, message }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message: message ?? 'This value is invalid',
  }));
}

const NOT_JSON = 'The body must be JSON, with the header Content-Type: application/json';

const defaultDetail = (code: ErrorCode): string => DEFAULT_DETAILS[code] ?? 'Error';

/** An error of Fastify itself, told by its status, since Fastify has many codes. */
function fromFrameworkError(error: FastifyError): AppError {
  // A malformed id in the path is an unknown address.
  if (error.validationContext === 'params') return new AppError('not_found', defaultDetail('not_found'));
  if (error.validation !== undefined) return new AppError('invalid', 'The input is invalid', { errors: fieldErrors(error) });
  const status = error.statusCode ?? 500;
  const isRefusal = status >= 400 && status < 500;
  const code = codeOfStatus[status] ?? (isRefusal ? 'malformed' : 'internal');
  const isNotJson = status === 415 || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return new AppError(code, isNotJson ? NOT_JSON : defaultDetail(code), { cause: error });
}

const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error);

/** Turns anything thrown into an `AppError`; a bug becomes `internal`, with a neutral text. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isTransient(error)) return new AppError('unavailable', defaultDetail('unavailable'), { cause: error, retryAfterSeconds: 1 });
  if (isFrameworkError(error)) return fromFrameworkError(error);
  return new AppError('internal', defaultDetail('internal'), { cause: error });
}

/** The body of an error answer (RFC 9457). */
export function problemOf(error: AppError): Problem {
  const status = statusOf[error.code];
  const { errors, current, places } = error.details;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    ...(error.code === 'invalid' ? { errors: [...(errors ?? [])] } : {}),
    ...(current === undefined ? {} : { current }),
    ...(places === undefined ? {} : { places: [...places] }),
  };
}

/** For the log only, never sent to callers. */
interface Failure {
  readonly request: FastifyRequest;
  readonly cause: unknown;
}

/** The error code of the database, socket or service. */
const errorCodeOf = ({ cause }: Failure): string => errorCode(cause) || 'other';

/** Logs a refused sign-in without personal data: of the person only the provider's subject id. */
function logRefused(request: FastifyRequest, { code, message, details: { subject } }: AppError): void {
  if (code !== 'unauthenticated' && code !== 'forbidden') return;
  const { method, routeOptions } = request;
  request.log.info({ reqId: request.id, status: statusOf[code], method, route: routeOptions.url, reason: message, subject }, 'refused');
}

export function setRetryAfter(reply: FastifyReply, { details: { retryAfterSeconds } }: AppError): void {
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
}

/** Returns the error handler: it answers with problem+json, and logs bugs, outages and refused sign-ins. */
export function problemSender(): (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  // During an outage thousands of calls per second fail with the same error.
  const logUnavailable = throttleLog(errorCodeOf, ({ request, cause }: Failure, count) =>
    request.log.warn({ reqId: request.id, err: cause, count }, 'not available'),
  );
  return async (error, request, reply) => {
    const appError = toAppError(error);
    const problem = problemOf(appError);
    const failure = { request, cause: appError.details.cause ?? appError };
    if (appError.code === 'internal') request.log.error({ reqId: request.id, err: failure.cause }, 'unexpected error');
    else if (appError.code === 'unavailable') logUnavailable(failure);
    else logRefused(request, appError);
    // So that a report of the error can refer to its line in the log.
    if (problem.status >= 500) void reply.header('x-request-id', request.id);
    setRetryAfter(reply, appError);
    if (appError.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
    // A cache in front would keep the 404 of a script that another server already has.
    void reply.header('cache-control', 'no-store');
    return reply.status(problem.status).type(PROBLEM_TYPE).serializer(JSON.stringify).send(problem);
  };
}
