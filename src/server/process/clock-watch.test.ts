import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchClock } from './clock-watch.ts';

const HOUR_MS = 3_600_000;

test('OPS-10: a clock that jumps is logged once, with the difference, and one that is slewed is not', async () => {
  const lines: unknown[] = [];
  let aheadMs = 0;
  onTestFinished(watchClock({ warn: (details: object) => void lines.push(details) }, () => Date.now() + aheadMs));
  aheadMs = 500;
  await sleep(1_100);
  expect(lines).toEqual([]);
  aheadMs += HOUR_MS;
  await expect.poll(() => lines, { timeout: 5_000 }).toEqual([{ seconds: 3_600 }]);
  aheadMs -= 2 * HOUR_MS;
  await expect.poll(() => lines, { timeout: 5_000 }).toEqual([{ seconds: 3_600 }, { seconds: -7_200 }]);
  await sleep(1_100);
  expect(lines).toHaveLength(2);
});
