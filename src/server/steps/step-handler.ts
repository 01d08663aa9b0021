import { notSent } from '#contract/texts/mails.ts';
import type { ChangeOfSignUp } from '#server/messages/change-details.ts';
import type { SignUpDetails } from '#server/messages/sign-up-details.ts';

/** Of a side effect that was left out, since what it would say no longer holds. */
export class Skipped extends Error {
  /** @param why as staff read it */
  constructor(why: string) {
    super(notSent(why));
  }
}

export interface AttemptContext {
  readonly attempts: number;
  readonly wasRetriedByStaff: boolean;
  /** Aborted when another worker has taken the step. */
  readonly signal: AbortSignal;
}

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
  /** Undoes what an attempt at a change had begun, when its workers died each time and none will be made any more. */
  readonly giveUpChange?: (subject: ChangeOfSignUp) => Promise<void>;
}
