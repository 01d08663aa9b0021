import type { FieldError } from '#contract/rules/sign-up.ts';

/** Everything that may go wrong for a caller; anything else that is thrown is a bug and becomes a neutral 500. */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'invalid'
  | 'too_many'
  | 'unavailable'
  | 'internal';

interface ErrorDetails {
  /** The fields at fault, for `invalid`. */
  readonly errors?: readonly FieldError[];
  /** Present values of the fields that somebody else changed, for `conflict` (decision 16). */
  readonly current?: Readonly<Record<string, unknown>>;
  /** Seconds after which another try makes sense, for `too_many` and `unavailable`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A failure that the caller is told about, in words that may leave the server. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** The error for something that is not there, or not under this path. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);

/** The error for input whose fields are at fault. */
export const invalid = (errors: readonly FieldError[]): AppError => new AppError('invalid', 'The input is invalid', { errors });
