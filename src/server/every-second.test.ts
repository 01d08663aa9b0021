import { afterEach, expect, test, vi } from 'vitest';
import { everySecond } from '#server/every-second.ts';

afterEach(() => void vi.useRealTimers());

/** How often work with these outcomes, one for each run, reports a failure. */
async function reportsOf(outcomes: readonly (boolean | 'outage')[]): Promise<number> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let runs = 0;
  let reports = 0;
  const work = async () => {
    const outcome = outcomes[runs];
    runs += 1;
    if (outcome === 'outage') throw new Error('connect ECONNREFUSED');
    return outcome;
  };
  const stop = everySecond(work, () => {
    reports += 1;
  });
  await vi.advanceTimersByTimeAsync(outcomes.length * 1_000);
  stop();
  expect(runs).toBe(outcomes.length);
  return reports;
}

test('MON-10: in an outage, work that had nothing to do is no success, after which the next failure would be reported again', async () => {
  expect(await reportsOf(['outage', false, 'outage', false, 'outage'])).toBe(1);
  expect(await reportsOf(['outage', true, 'outage'])).toBe(2);
});
