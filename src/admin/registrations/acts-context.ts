import { createContext, useContext } from 'react';
import type { Submission } from '#contract/attendees/submission.ts';
import type { PromotedAs } from '#contract/registrations/places.ts';

/** What staff do with registrations of an event that is limited or has others than confirmed ones. Where something is lost or unusual, a dialog asks first. */
export interface RegistrationActs {
  /** Number of those who wait. */
  readonly waiting: number;
  /** `onDone` gets those who were promoted before one was refused. */
  readonly promote: (submissions: readonly Submission[], as: PromotedAs, onDone?: (done: readonly Submission[]) => void) => void;
  /** Offers places to the next who wait. */
  readonly offerToNext: (count: number) => void;
  readonly move: (submission: Submission, position: number) => void;
  readonly remove: (submissions: readonly Submission[], onDone?: () => void) => void;
  readonly restore: (submission: Submission) => void;
  readonly withdraw: (submission: Submission) => void;
  readonly isPending: boolean;
}

export const ActsContext = createContext<RegistrationActs | undefined>(undefined);

/** Undefined where there is nothing to do: in marketing forms, and events without a limit whose registrations are all confirmed. */
export const useActs = (): RegistrationActs | undefined => useContext(ActsContext);
