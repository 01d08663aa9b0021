import { isTransient } from '#server/db/outage.ts';
import { AppError } from '#server/errors.ts';

const OUTCOMES = [
  'stored',
  /** A repeated call that got its first answer. */
  'repeated',
  'spam',
  /** Over a limit of PUBLIC_RATE_LIMIT, UNSTAMPED_RATE_LIMIT or DAILY_SIGN_UP_QUOTA. */
  'limited',
  'invalid',
  'full',
  /** A post from a page that had been open for too long. */
  'outdated_page',
  'key_reused',
  'unknown_form',
  'unavailable',
  'failed',
] as const;

export type SignUpOutcome = (typeof OUTCOMES)[number];

function outcomeOf(error: unknown): SignUpOutcome {
  if (isTransient(error)) return 'unavailable';
  if (!(error instanceof AppError)) return 'failed';
  const { errors, places } = error.details;
  if (error.code === 'invalid' && errors === undefined) return 'spam';
  if (error.code === 'invalid') return places === undefined ? 'invalid' : 'full';
  if (error.code === 'conflict') return 'key_reused';
  if (error.code === 'not_found') return 'unknown_form';
  return error.code === 'unavailable' ? 'unavailable' : 'failed';
}

/** How many sign-ups ended in which way since the process started. */
export class SignUpOutcomes {
  readonly counts = new Map<SignUpOutcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));

  add(outcome: SignUpOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** Counts a sign-up that ended in this error. */
  addFailure(error: unknown): void {
    this.add(outcomeOf(error));
  }
}
