import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Poller } from './poller.ts';

afterEach(() => void vi.useRealTimers());

/** A poller whose work never ends, and the number of its polls. */
function startLoop() {
  let polls = 0;
  const work = async () => {
    polls += 1;
    await sleep(5);
    return true;
  };
  const loop = new Poller({ work, pollIntervalMs: 60_000, restFactor: 60, onError: () => undefined });
  onTestFinished(() => loop.stop());
  return { loop, polls: () => polls };
}

/** How often polls with these outcomes report a failure, each `msApart` after the one before. */
async function reportsOf(outcomes: readonly (boolean | 'idle' | Error)[], msApart = 0): Promise<number> {
  vi.useFakeTimers({ toFake: ['performance'] });
  let polls = 0;
  let reports = 0;
  const work = async () => {
    const outcome = outcomes[polls] ?? 'idle';
    polls += 1;
    vi.advanceTimersByTime(msApart);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const loop = new Poller({ work, pollIntervalMs: 1, onError: () => (reports += 1) });
  onTestFinished(() => loop.stop());
  await expect.poll(() => polls, { timeout: 20_000 }).toBeGreaterThan(outcomes.length);
  return reports;
}

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const bug = new TypeError('undefined is not a function');

test.each<[string, number, Parameters<typeof reportsOf>]>([
  ['once for each cause', 2, [[refused, bug, refused]]],
  ['again after a success', 2, [[refused, true, refused]]],
  ['not again after a poll that had nothing to do', 1, [[refused, 'idle', refused]]],
  ['again after an hour', 2, [[refused, refused], 3_600_000]],
])('MON-10: work that fails again and again is reported %s', async (_how, expected, [outcomes, msApart]) => {
  expect(await reportsOf(outcomes, msApart)).toBe(expected);
});

test('a backlog is processed without pauses while no work arrives', async () => {
  const { loop, polls } = startLoop();
  await expect.poll(polls).toBeGreaterThan(20);
  expect(loop.isFallingBehind).toBe(false);
});

test('while work arrives faster than it is done, it pauses between polls and says that it is falling behind', async () => {
  const { loop, polls } = startLoop();
  loop.wake();
  await expect.poll(() => loop.isFallingBehind).toBe(true);
  const before = polls();
  for (let wakes = 0; wakes < 10; wakes += 1) {
    loop.wake();
    await sleep(20);
  }
  expect(polls() - before).toBeLessThanOrEqual(1);
  // No more work arrives, so it polls without pauses again.
  await expect.poll(polls, { timeout: 5_000 }).toBeGreaterThan(before + 20);
  expect(loop.isFallingBehind).toBe(false);
});
