import type { AttemptContext, Success } from '#server/steps/run-steps.ts';
import type { ChangeOfSignUp } from '../change-details.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

/** Does one side effect: see `StepTask.run`. */
type Handler<Subject> = (subject: Subject, context: AttemptContext) => Promise<Success>;
export type StepHandler = Handler<SignUpDetails>;
export type ChangeHandler = Handler<ChangeOfSignUp>;

/** What a step does for a sign-up, and for what became of it later. */
export interface StepHandlers {
  readonly signUp: StepHandler;
  readonly change: ChangeHandler;
  /** Undoes what an attempt at a change began, once no more attempts are made because its worker died every time. */
  readonly giveUpChange?: (subject: ChangeOfSignUp) => Promise<void>;
}
