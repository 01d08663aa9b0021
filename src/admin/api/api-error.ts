import type { Problem } from '#contract/problem.ts';

/** Why a call failed: the server's answer, or that there was none. */
export type FailureKind = 'answered' | 'unreachable' | 'timed_out' | 'unreadable';

const MESSAGES: Readonly<Record<Exclude<FailureKind, 'answered'>, string>> = {
  unreachable: 'The server could not be reached.',
  timed_out: 'The server did not answer in time.',
  unreadable: 'The server gave an answer that could not be read.',
};

/** What was wrong with one part of what was sent; `path` is the part's place, such as `email` or `0.label`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface Failure {
  readonly kind: FailureKind;
  readonly problem?: Problem;
  readonly cause?: unknown;
}

/** A failed call. `message` is fit to be shown; `status` is 0 when there was no readable answer. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  /** The parts at fault, for invalid input (decision 13). */
  readonly errors: readonly FieldError[];
  /** On a 409 of an edit: the present values of what somebody else changed (decision 16). */
  readonly current: Readonly<Record<string, unknown>>;

  constructor({ kind, problem, cause }: Failure) {
    super(kind === 'answered' ? (problem?.detail ?? '') : MESSAGES[kind], { cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = problem?.status ?? 0;
    this.errors = problem?.errors ?? [];
    this.current = problem?.current ?? {};
  }

  /** The message for one part of the input, such as `title`. */
  errorAt(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }

  /** Whether the same call may succeed in a moment without anybody changing anything. */
  get isPassing(): boolean {
    return this.kind !== 'answered' ? this.kind !== 'unreadable' : this.status === 429 || this.status >= 500;
  }
}

/** The failure as one sentence to show, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : 'Something unexpected went wrong.');

/** What a failed read means for the person, and what they can do: the sentence under its message. */
export function adviceOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.isPassing) return 'Nothing was lost. Check the connection, then try again.';
  return error.status === 404 ? 'It may have been deleted, or the address is wrong.' : 'Nothing was lost. Try again, or go back.';
}

const CONFLICT = 409;

/** Whether an edit was refused because somebody else changed the same (decision 16). */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === CONFLICT;

/** The message for one part of the input, if this failure names it. */
export const errorAt = (error: unknown, path: string): string | undefined => (error instanceof ApiError ? error.errorAt(path) : undefined);

/** The messages by part of the input, as far as this failure names parts. */
export const errorsByField = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {};
