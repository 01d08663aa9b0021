const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const FIRST_PAUSES_MS = [5, 15, 30, 60, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * SECOND_MS);
const JITTER = 0.1;

/** How long a step is tried again (decision 33). */
export const GIVE_UP_MS = 24 * HOUR_MS;

interface FailedTry {
  /** Tries so far, the failed one included. */
  readonly attempts: number;
  /** Milliseconds since the step was tried first. */
  readonly ageMs: number;
  /** How long the service asked us to wait, when it did. */
  readonly retryAfterMs: number | undefined;
  /** From 0 to 1: spreads what failed together. */
  readonly random: number;
}

/**
 * Milliseconds until the next try: about 5, 15, 30, 60 seconds, then growing up to an hour, and never before the service wants
 * to hear from us again. Undefined when the day is over by then: the step has failed for good (decision 33).
 */
export function pauseAfter({ attempts, ageMs, retryAfterMs = 0, random }: FailedTry): number | undefined {
  const planned = (FIRST_PAUSES_MS[attempts - 1] ?? HOUR_MS) * (1 + JITTER * random);
  const pause = Math.round(Math.max(planned, retryAfterMs));
  return ageMs + pause > GIVE_UP_MS ? undefined : pause;
}
