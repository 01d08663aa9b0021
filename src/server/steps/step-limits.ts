import type { StepName } from '#contract/steps/steps.ts';
import { HOUR_MS, SECOND_MS } from '#contract/time.ts';

/** How many steps of a name a poller claims and runs at the same time. The CRM allows few requests a minute. */
export const batchSizeOf = (step: StepName): number => (step === 'crm' ? 10 : 20);
/** A poller waits for the slowest step of its batch, hence two for each name. */
export const POLLERS_PER_STEP = 2;

/** Without a renewal, another worker may claim a step after this time. */
export const STEP_LEASE_MS = 20_000;
/** Several renewals may fail before the lease ends. */
export const LEASE_RENEWAL_MS = 5_000;
/** A step that ended its worker this often in a row has failed. */
export const LOST_CLAIMS_MAX = 20;

const FIRST_PAUSES_MS = [5, 15, 30, 60, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * SECOND_MS);
const JITTER = 0.1;

/** For this long a step is attempted again. */
export const GIVE_UP_MS = 24 * HOUR_MS;

interface FailedAttempt {
  readonly attempts: number;
  readonly sinceFirstAttemptMs: number;
  readonly retryAfterMs: number | undefined;
  /** From 0 to 1, to spread steps that failed together. */
  readonly random: number;
}

/** JOB-4: milliseconds until the next attempt, from 5 seconds to an hour, at least `retryAfterMs`; undefined after a day: permanently failed. */
export function pauseAfter({ attempts, sinceFirstAttemptMs, retryAfterMs = 0, random }: FailedAttempt): number | undefined {
  const planned = (FIRST_PAUSES_MS[attempts - 1] ?? HOUR_MS) * (1 + JITTER * random);
  const pause = Math.round(Math.max(planned, retryAfterMs));
  return sinceFirstAttemptMs + pause > GIVE_UP_MS ? undefined : pause;
}
