import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('EV-7: each item is processed once, in order, at most six at a time', async () => {
  const started: number[] = [];
  let [running, most] = [0, 0];
  await inParallel(
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      started.push(item);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    },
  );
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(6);
});
