import type { AttemptContext } from '#server/steps/step-task.ts';
import type { ChangeOfSignUp } from './change-details.ts';
import type { SignUpDetails } from './sign-up-details.ts';

/**
 * Does one side effect, at least once: it is repeated when the service's answer was lost.
 * @returns the success message for staff
 * @throws ServiceError, which says whether to retry, or Skipped
 */
type Handler<Subject> = (subject: Subject, context: AttemptContext) => Promise<string>;

export type StepHandler = Handler<SignUpDetails>;
export type ChangeHandler = Handler<ChangeOfSignUp>;

/** What a step does for a sign-up, and for what became of it later. */
export interface StepHandlers {
  readonly signUp: StepHandler;
  readonly change: ChangeHandler;
  /** Undoes what an attempt at a change had begun, when its workers died every time and no more attempts are made. */
  readonly giveUpChange?: (subject: ChangeOfSignUp) => Promise<void>;
}
