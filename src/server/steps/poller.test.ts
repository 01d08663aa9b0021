import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Poller } from './poller.ts';

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

test('MON-10: polls that fail for the same reason are reported once, until one succeeds', async () => {
  const reported: unknown[] = [];
  let polls = 0;
  const work = async () => {
    polls += 1;
    if (polls !== 3) throw new Error('away');
    return true;
  };
  const loop = new Poller({ work, pollIntervalMs: 60_000, onError: (error) => reported.push(error) });
  onTestFinished(() => loop.stop());
  await expect.poll(() => polls, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  expect(reported).toHaveLength(2);
});

test('a backlog is worked without rests while no work arrives', async () => {
  const { loop, polls } = startLoop();
  await expect.poll(polls).toBeGreaterThan(20);
  expect(loop.isFallingBehind).toBe(false);
});

test('while work arrives faster than it is done, it rests between polls and says that it falls behind', async () => {
  const { loop, polls } = startLoop();
  loop.wake();
  await expect.poll(() => loop.isFallingBehind).toBe(true);
  const before = polls();
  for (let wakes = 0; wakes < 10; wakes += 1) {
    loop.wake();
    await sleep(20);
  }
  expect(polls() - before).toBeLessThanOrEqual(1);
  // No more work arrives, so it polls without rests again.
  await expect.poll(polls, { timeout: 5_000 }).toBeGreaterThan(before + 20);
  expect(loop.isFallingBehind).toBe(false);
});
