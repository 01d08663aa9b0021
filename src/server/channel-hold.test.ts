import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { channelHold } from './channel-hold.ts';

const { db } = await openTestDatabase();
/** Of two processes. */
const [one, other] = [channelHold(db), channelHold(db)];

const seconds = async (waits: readonly Promise<number>[]): Promise<number[]> =>
  (await Promise.all(waits)).map((ms) => Math.round(ms / 1_000));

test('a channel that never asked for a pause makes nobody wait, and leaves no trace', async () => {
  expect(await seconds([one.waitOf('C1'), other.waitOf('C1'), one.waitOf('C2')])).toEqual([0, 0, 0]);
  expect(await db.selectFrom('service_pace').selectAll().execute()).toEqual([]);
});

test('a pause of a channel holds for all processes, and for that channel only; who waits stands in a line, a second apart', async () => {
  await one.hold('C1', 30_000);
  expect(await seconds([one.waitOf('C1'), one.waitOf('C2'), one.waitOf('C1')])).toEqual([31, 0, 32]);
  expect(await seconds([other.waitOf('C1'), other.waitOf('C1'), other.waitOf('C2')])).toEqual([33, 34, 0]);
  expect(
    (await seconds(Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? one : other).waitOf('C1')))).toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 20 }, (_, index) => 35 + index));
});

test('a shorter pause does not end a longer one, and a longer one moves the line', async () => {
  await one.hold('C1', 30_000);
  await other.hold('C1', 5_000);
  expect(await seconds([one.waitOf('C1')])).toEqual([31]);
  await other.hold('C1', 90_000);
  expect(await seconds([one.waitOf('C1')])).toEqual([91]);
});

test('after the pause messages go at once, however long the line had been', async () => {
  await one.hold('C1', 300);
  await Promise.all(Array.from({ length: 50 }, async () => one.waitOf('C1')));
  await expect.poll(async () => one.waitOf('C1')).toBe(0);
  expect(await other.waitOf('C1')).toBe(0);
});
