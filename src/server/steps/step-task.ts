import { notSent } from '#contract/texts/steps.ts';
import type { Notice } from '#server/live/notice.ts';
import type { Claim, SentText } from './step-store.ts';

/** Of a side effect that was left out, since what it would say no longer holds. */
export class Skipped extends Error {
  /** @param why as staff read it */
  constructor(why: string) {
    super(notSent(why));
  }
}

/** Of a side effect that has to wait for its turn, though nothing went wrong. */
export class HeldBack extends Error {
  readonly reason: string;
  readonly pauseMs: number;
  readonly isDeferred: boolean;

  /** @param why as staff read it @param reason as in `ServiceError` @param isDeferred whether it counts as not attempted */
  constructor(why: string, reason: string, pauseMs: number, isDeferred = false) {
    super(why);
    this.reason = reason;
    this.pauseMs = pauseMs;
    this.isDeferred = isDeferred;
  }
}

/** The success message for staff; of a mail to a person also its text. */
export type Success = string | { readonly message: string; readonly sent: SentText };

export interface AttemptContext extends Claim {
  /** Aborted when another worker has taken the step. */
  readonly signal: AbortSignal;
}

/** A claimed step as its runner sees it; `messages/step-tasks.ts` knows what it does. */
export interface StepTask {
  /** The kind of change that it is about, or that it is about the sign-up itself, for traces. */
  readonly about: string;
  /** What its outcome changes on open screens. */
  readonly changed: readonly Notice[];
  /**
   * Does the side effect, at least once: it is repeated when the service's answer was lost.
   * @throws ServiceError, which says whether to retry, or Skipped
   */
  readonly run: (context: AttemptContext) => Promise<Success>;
  /** Undoes what an attempt had begun, when its workers died every time and no more attempts are made. */
  readonly giveUp?: (() => Promise<void>) | undefined;
}
