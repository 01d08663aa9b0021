import type { SignUpDetails } from './sign-up-details.ts';

export interface AttemptContext {
  readonly attempts: number;
  readonly wasRetriedByStaff: boolean;
  /** Aborted when another worker has taken the step. */
  readonly signal: AbortSignal;
}

/**
 * Does one side effect of one sign-up, at least once: it is repeated when the service's answer was lost.
 * @returns the success message for staff
 * @throws ServiceError, which says whether to retry
 */
export type StepHandler = (details: SignUpDetails, context: AttemptContext) => Promise<string>;
