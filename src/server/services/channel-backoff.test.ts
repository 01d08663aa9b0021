import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { channelBackoff } from './pace.ts';

const { db } = await openTestDatabase();
/** Of two processes. */
const [one, other] = [channelBackoff(db), channelBackoff(db)];

const seconds = async (waits: readonly Promise<number>[]): Promise<number[]> =>
  (await Promise.all(waits)).map((ms) => Math.round(ms / 1_000));

test('a channel without a pause delays nothing and stores nothing', async () => {
  expect(await seconds([one.delay('C1'), other.delay('C1'), one.delay('C2')])).toEqual([0, 0, 0]);
  expect(await db.selectFrom('service_pace').selectAll().execute()).toEqual([]);
});

test('a pause applies to all processes and to its channel only; waiting messages are a second apart', async () => {
  await one.pause('C1', 30_000);
  expect(await seconds([one.delay('C1'), one.delay('C2'), one.delay('C1')])).toEqual([31, 0, 32]);
  expect(await seconds([other.delay('C1'), other.delay('C1'), other.delay('C2')])).toEqual([33, 34, 0]);
  expect(
    (await seconds(Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? one : other).delay('C1')))).toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 20 }, (_, index) => 35 + index));
});

test('a shorter pause does not end a longer one, and a longer one delays the waiting messages', async () => {
  await one.pause('C1', 30_000);
  await other.pause('C1', 5_000);
  expect(await seconds([one.delay('C1')])).toEqual([31]);
  await other.pause('C1', 90_000);
  expect(await seconds([one.delay('C1')])).toEqual([91]);
});

test('after the pause messages are sent immediately, regardless of how many waited', async () => {
  await one.pause('C1', 300);
  await Promise.all(Array.from({ length: 50 }, async () => one.delay('C1')));
  await expect.poll(async () => one.delay('C1')).toBe(0);
  expect(await other.delay('C1')).toBe(0);
});
