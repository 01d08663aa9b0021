import type { EventPlaces } from '#contract/registrations/places.ts';
import type { FieldError } from '#contract/rules/field-error.ts';

/** The errors that callers may see; anything else that is thrown is a bug and becomes a neutral 500. */
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
  readonly errors?: readonly FieldError[];
  /** The current values of fields that someone else changed, for `conflict`. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** The places of limited events, when a chosen one is full. */
  readonly places?: readonly EventPlaces[];
  readonly retryAfterSeconds?: number;
  /** The provider's id of the refused user, for the log. */
  readonly subject?: string | undefined;
  readonly cause?: unknown;
}

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

export const TOO_MANY_REQUESTS = 'Too many requests. Please try again later.';

export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);

/** What was found. @throws AppError `not_found` for nothing */
export function orNotFound<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw notFound(what);
  return found;
}

export const invalid = (errors: readonly FieldError[], details: Pick<ErrorDetails, 'places'> = {}): AppError =>
  new AppError('invalid', 'The input is invalid', { errors, ...details });
