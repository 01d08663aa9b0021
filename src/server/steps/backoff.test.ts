import { expect, test } from 'vitest';
import { GIVE_UP_MS, pauseAfter } from './run-steps.ts';

const pauses = (random: number): number[] => {
  const all: number[] = [];
  let sinceFirstAttemptMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const pause = pauseAfter({ attempts, sinceFirstAttemptMs, retryAfterMs: undefined, random });
    if (pause === undefined) return all;
    all.push(pause);
    sinceFirstAttemptMs += pause;
  }
};

test('JOB-4: the pauses are 5, 15, 30 and 60 seconds, then grow to an hour, for a day', () => {
  const all = pauses(0);
  expect(all.slice(0, 4)).toEqual([5_000, 15_000, 30_000, 60_000]);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(all.at(-1)).toBe(3_600_000);
  const day = all.reduce((sum, pause) => sum + pause, 0);
  expect(day).toBeLessThanOrEqual(GIVE_UP_MS);
  expect(day).toBeGreaterThan(GIVE_UP_MS - 3_600_000);
});

test('steps that failed together are not repeated together', () => {
  expect(pauseAfter({ attempts: 1, sinceFirstAttemptMs: 0, retryAfterMs: undefined, random: 1 })).toBe(5_500);
});

test('a service is not called during its pause, and steps fail after a day', () => {
  expect(pauseAfter({ attempts: 1, sinceFirstAttemptMs: 0, retryAfterMs: 90_000, random: 0 })).toBe(90_000);
  expect(pauseAfter({ attempts: 4, sinceFirstAttemptMs: 0, retryAfterMs: 1_000, random: 0 })).toBe(60_000);
  expect(pauseAfter({ attempts: 1, sinceFirstAttemptMs: GIVE_UP_MS - 60_000, retryAfterMs: 90_000, random: 0 })).toBeUndefined();
});
