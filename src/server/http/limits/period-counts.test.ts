import { expect, test } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { PeriodCounts, shareOnce } from './period-counts.ts';

const { db } = await openTestDatabase();

const NOON = Date.UTC(2026, 4, 1, 12);
const LIMIT = 30;

/** A process that counts calls at a time which the test sets. */
function newProcess() {
  const counts = new PeriodCounts(MINUTE_MS);
  const share = (now = NOON) => shareOnce({ db, counts, max: LIMIT, now: () => now });
  const call = (times: number, key = 'submit 192.0.2.1 a', now = NOON) => {
    let count = 0;
    for (let time = 0; time < times; time += 1) count = counts.add(key, now);
    return count;
  };
  return { share, call };
}

test('SPAM-3: calls to two processes add up', async () => {
  const [one, two] = [newProcess(), newProcess()];
  one.call(10);
  two.call(15);
  await one.share();
  await two.share();
  expect(two.call(1)).toBe(26);
  await two.share();
  expect(one.call(1)).toBe(11);
  await one.share();
  expect([one.call(1), two.call(1)]).toEqual([28, 27]);
});

test('repeated sharing counts nothing twice', async () => {
  const one = newProcess();
  one.call(10);
  expect(await one.share()).toBe(true);
  expect(await one.share()).toBe(false);
  one.call(5);
  await one.share();
  expect(one.call(1)).toBe(16);
  expect(await db.selectFrom('call_counts').select('calls').execute()).toEqual([{ calls: 15 }]);
});

test('counts far below the limit are not shared', async () => {
  const one = newProcess();
  one.call(2);
  expect(await one.share()).toBe(false);
  expect(await db.selectFrom('call_counts').selectAll().execute()).toEqual([]);
});

test('a new minute begins at zero, and past minutes are deleted', async () => {
  const one = newProcess();
  one.call(10);
  await one.share();
  for (const minute of [1, 2]) {
    expect(one.call(1, undefined, NOON + minute * 60_000)).toBe(1);
    one.call(9, undefined, NOON + minute * 60_000);
    await one.share(NOON + minute * 60_000);
  }
  const minutes = await db.selectFrom('call_counts').select('minute').orderBy('minute').execute();
  expect(minutes.map(({ minute }) => minute - NOON / 60_000)).toEqual([1, 2]);
});
