import { expect, onTestFinished, test } from 'vitest';
import { Poller } from '#server/poller.ts';
import { WorkerActivity } from './worker-activity.ts';

const since = (ms: number) => ({ sinceLastMs: ms });

test('a loop that has done nothing for two minutes hangs; one that runs steps may take ten', () => {
  const activity = new WorkerActivity();
  activity.watch([
    ['outbox', [since(119_000)]],
    ['email', [since(2_000), since(599_000)]],
  ]);
  expect(activity.whyStalled()).toBeUndefined();
  activity.watch([['email', [since(2_000), since(601_000)]]]);
  expect(activity.whyStalled()).toBe('The loop email has done nothing for 601 seconds');
  const other = new WorkerActivity();
  other.watch([['outbox', [since(121_000)]]]);
  expect(other.whyStalled()).toBe('The loop outbox has done nothing for 121 seconds');
});

test('a poll that ends, also by an error, counts as something done; one that hangs does not', async () => {
  let polls = 0;
  const hanging = Promise.withResolvers<boolean>();
  const work = async () => {
    polls += 1;
    if (polls > 1) return hanging.promise;
    throw new Error('away');
  };
  const poller = new Poller({ work, pollIntervalMs: 1, onError: () => undefined });
  onTestFinished(async () => {
    hanging.resolve(false);
    await poller.stop();
  });
  await expect.poll(() => polls, { timeout: 10_000 }).toBe(2);
  const before = poller.sinceLastMs;
  await expect.poll(() => poller.sinceLastMs).toBeGreaterThan(before + 50);
});
