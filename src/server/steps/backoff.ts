const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
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

/**
 * JOB-4: milliseconds until the next attempt, growing from 5 seconds to an hour and never less than `retryAfterMs`; undefined when
 * that would be after a day, and the step has failed for good.
 */
export function pauseAfter({ attempts, sinceFirstAttemptMs, retryAfterMs = 0, random }: FailedAttempt): number | undefined {
  const planned = (FIRST_PAUSES_MS[attempts - 1] ?? HOUR_MS) * (1 + JITTER * random);
  const pause = Math.round(Math.max(planned, retryAfterMs));
  return sinceFirstAttemptMs + pause > GIVE_UP_MS ? undefined : pause;
}
