import type { Problem } from '#contract/problem.ts';
import type { FieldError } from '#contract/rules/field-error.ts';

/** Why a call failed: the server's answer, or that there was none. */
export type FailureKind = 'answered' | 'unreachable' | 'timed_out' | 'unreadable';

const MESSAGES: Readonly<Record<Exclude<FailureKind, 'answered'>, string>> = {
  unreachable: 'The server could not be reached.',
  timed_out: 'The server did not answer in time.',
  unreadable: 'The server sent a response that could not be read.',
};

interface Failure {
  readonly kind: FailureKind;
  readonly problem?: Problem;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** On a 409 of an edit: the current values of the fields that someone else changed. */
  readonly current: Readonly<Record<string, unknown>>;
  /** How long the server asks callers to wait before repeating the call; 0 if it does not say. */
  readonly retryAfterSeconds: number;

  constructor({ kind, problem, retryAfterSeconds = 0, cause }: Failure) {
    const { status = 0, detail = '', errors = [], current = {} }: Partial<Problem> = problem ?? {};
    // For refused input, the detail adds nothing.
    super(kind === 'answered' ? (errors[0]?.message ?? detail) : MESSAGES[kind], { cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.errors = errors;
    this.current = current;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same call may succeed later without any change. */
  get isTemporary(): boolean {
    return this.kind !== 'answered' ? this.kind !== 'unreadable' : this.status === 429 || this.status >= 500;
  }
}

export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : 'Something unexpected went wrong.');

/** What a failed read means and what to do about it: the line under its message. */
export function adviceOf(error: unknown): string {
  if (isNotFound(error)) return 'It may have been deleted, or the address is wrong.';
  if (!(error instanceof ApiError) || !error.isTemporary) return 'Nothing was lost. Try again, or go back.';
  return `Nothing was lost. ${error.kind === 'answered' ? 'Try again in a moment.' : 'Check the connection, then try again.'}`;
}

const CONFLICT = 409;

/** Whether someone else changed the same fields first. */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === CONFLICT;

const NOT_FOUND = 404;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND;

/** The message for one part of the input, if the error names it. */
export const errorAt = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.errors.findLast((each) => each.path === path)?.message : undefined;

/** What staff read. The server sends less to a caller without a token; here that means the session has just ended. */
export function forStaff<Read extends object>(read: Read): Extract<Read, { version: unknown }> {
  if (isForStaff(read)) return read;
  throw new ApiError({
    kind: 'answered',
    problem: { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Please sign in again.' },
  });
}

const isForStaff = <Read extends object>(read: Read): read is Extract<Read, { version: unknown }> => 'version' in read;
