import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WakeLoop } from './wake-loop.ts';

/** A loop that always leaves work behind, and how often it has looked. */
function startLoop() {
  let looks = 0;
  const work = async () => {
    looks += 1;
    await sleep(5);
    return true;
  };
  const loop = new WakeLoop({ work, lookMs: 60_000, onError: () => undefined });
  onTestFinished(() => loop.stop());
  return { loop, looks: () => looks };
}

test('a backlog is worked without a rest while nothing comes in', async () => {
  const { loop, looks } = startLoop();
  await expect.poll(looks).toBeGreaterThan(20);
  expect(loop.isCrowded).toBe(false);
});

test('while more comes in than is done, it rests between its looks and says so', async () => {
  const { loop, looks } = startLoop();
  loop.wake();
  await expect.poll(() => loop.isCrowded).toBe(true);
  const before = looks();
  for (let wakes = 0; wakes < 10; wakes += 1) {
    loop.wake();
    await sleep(20);
  }
  expect(looks() - before).toBeLessThanOrEqual(1);
  // Nothing comes in any more: the backlog is worked again.
  await expect.poll(looks, { timeout: 5_000 }).toBeGreaterThan(before + 20);
  expect(loop.isCrowded).toBe(false);
});
