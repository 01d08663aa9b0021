import type { SignUpDetails } from './sign-up-details.ts';

/** What a handler is told besides the sign-up. */
export interface TryContext {
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** Whether a person asked for just this step again. */
  readonly isReleased: boolean;
  /** Aborted when the step has become another worker's. */
  readonly signal: AbortSignal;
}

/**
 * Does one side effect of one sign-up; returns what to tell staff of its success. Runs at least once: it may be repeated when
 * the answer of the service was lost.
 * @throws ServiceError to be retried, or not, as that says
 */
export type StepHandler = (details: SignUpDetails, context: TryContext) => Promise<string>;
