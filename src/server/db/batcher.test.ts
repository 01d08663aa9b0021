import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

/** A batcher that records its batches. */
function recording({ fails = () => false, ...options }: { fails?: (items: readonly number[]) => boolean; max?: number } = {}) {
  const writes: number[][] = [];
  const group = new Batcher<number, string>({
    ...options,
    isItemLevelError: (error) => error instanceof RangeError,
    run: async (items) => {
      writes.push([...items]);
      await sleep(5);
      if (fails(items)) throw new RangeError('a bad item');
      return items.map((item) => `stored ${item}`);
    },
  });
  return { group, writes };
}

test('items that arrive during a write are written together after it, in order', async () => {
  const { group, writes } = recording();
  const outcomes = await Promise.all([1, 2, 3, 4].map((item) => group.add(item)));
  expect(writes).toEqual([[1], [2, 3, 4]]);
  expect(outcomes).toEqual(['stored 1', 'stored 2', 'stored 3', 'stored 4']);
});

test('a batch has no more items than the limit, and the rest follow', async () => {
  const { group, writes } = recording({ max: 2 });
  await Promise.all([1, 2, 3, 4, 5, 6].map((item) => group.add(item)));
  expect(writes).toEqual([[1], [2, 3], [4, 5], [6]]);
});

test('one bad item fails alone, and all others are stored', async () => {
  const { group } = recording({ fails: (items) => items.includes(13) });
  const items = Array.from({ length: 40 }, (_, index) => index);
  const settled = await Promise.allSettled(items.map((item) => group.add(item)));
  expect(settled.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([13]);
});

test('a failure that no item caused fails all items together, without further attempts', async () => {
  const writes: number[] = [];
  const group = new Batcher<number, void>({
    isItemLevelError: () => false,
    run: async (items) => {
      writes.push(items.length);
      await sleep(5);
      throw new Error('the database is away');
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toEqual([1, 2]);
});

/** Batches that the test ends, by their first item. */
function held(options: { runs?: number; maxWaiting?: number; maxWaitMs?: number } = {}) {
  const runs: string[][] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const batcher = new Batcher<string, string>({
    groupOf: (item) => item[0] ?? '',
    run: async (items) => {
      runs.push([...items]);
      const end = Promise.withResolvers<void>();
      ends.set(items[0] ?? '', end);
      await end.promise;
      return items;
    },
    ...options,
  });
  return {
    batcher,
    runs,
    end: (first: string) => ends.get(first)!.resolve(),
    fail: (first: string, error: Error) => ends.get(first)!.reject(error),
  };
}
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const states = async (outcomes: readonly Promise<string>[]) => (await Promise.allSettled(outcomes)).map(({ status }) => status);

test('REL-3: groups run at the same time, in order and up to the limit', async () => {
  const { batcher, runs, end } = held({ runs: 2 });
  const outcomes = ['a1', 'a2', 'b1', 'c1', 'c2', 'b2'].map((item) => batcher.add(item));
  expect(runs).toEqual([['a1'], ['b1']]);
  end('b1');
  await outcomes[2];
  await expect.poll(() => runs.slice(2)).toEqual([['c1', 'c2']]); // Before the rest of b, which arrived later.
  end('c1');
  await outcomes[3];
  await expect.poll(() => runs.slice(3)).toEqual([['b2']]);
  end('b2');
  end('a1');
  await outcomes[0];
  await expect.poll(() => runs.slice(4)).toEqual([['a2']]);
  end('a2');
  expect(await Promise.all(outcomes)).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'b2']);
});

test('REL-4: an outage refuses the waiting items of all groups together, and later ones are run again', async () => {
  const { batcher, runs, end, fail } = held();
  const outcomes = ['a1', 'a2', 'b1', 'c1'].map((item) => batcher.add(item));
  fail('a1', away);
  expect(await states(outcomes)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(runs).toEqual([['a1']]);
  const next = batcher.add('d1');
  end('d1');
  expect(await next).toBe('d1');
});

test('REL-4: the queue is limited in length, and refuses items that have waited too long', async () => {
  const { batcher, end } = held({ maxWaiting: 2, maxWaitMs: 100 });
  const first = batcher.add('a1');
  const waiting = [batcher.add('a2'), batcher.add('b1')];
  await expect(batcher.add('c1')).rejects.toThrow('Too many wait');
  await Promise.all(waiting.map((outcome) => expect(outcome).rejects.toThrow('Waited for too long')));
  const late = batcher.add('a3');
  end('a1');
  expect(await first).toBe('a1');
  await sleep(0);
  end('a3');
  expect(await late).toBe('a3');
});

test('REL-1: stalledMs is the time for which no item has been done', async () => {
  const { batcher, end } = held({ runs: 2 });
  expect(batcher.stalledMs()).toBe(0);
  const stuck = batcher.add('a1');
  await sleep(200);
  const stalledMs = batcher.stalledMs();
  expect(stalledMs).toBeGreaterThanOrEqual(190);
  const other = batcher.add('b1');
  end('b1');
  await other;
  expect(batcher.stalledMs()).toBeLessThan(stalledMs);
  end('a1');
  await stuck;
  await expect.poll(() => batcher.stalledMs()).toBe(0);
});
