import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** A group whose writes take a moment and are written down. */
function recording({ fails = () => false, max }: { fails?: (items: readonly number[]) => boolean; max?: number } = {}) {
  const writes: number[][] = [];
  const group = new GroupCommit<number, string>({
    ...(max === undefined ? {} : { max }),
    isOneItemsFault: (error) => error instanceof RangeError,
    write: async (items) => {
      writes.push([...items]);
      await sleep(5);
      if (fails(items)) throw new RangeError('a bad item');
      return items.map((item) => `stored ${item}`);
    },
  });
  return { group, writes };
}

test('the first item is written at once, alone', async () => {
  const { group, writes } = recording();
  const first = group.add(1);
  expect(writes).toEqual([[1]]);
  await first;
});

test('what comes during a write is written together after it, in its order', async () => {
  const { group, writes } = recording();
  const outcomes = await Promise.all([1, 2, 3, 4].map((item) => group.add(item)));
  expect(writes).toEqual([[1], [2, 3, 4]]);
  expect(outcomes).toEqual(['stored 1', 'stored 2', 'stored 3', 'stored 4']);
});

test('a write holds no more than the limit, and the rest follows', async () => {
  const { group, writes } = recording({ max: 2 });
  await Promise.all([1, 2, 3, 4, 5, 6].map((item) => group.add(item)));
  expect(writes).toEqual([[1], [2, 3], [4, 5], [6]]);
});

test('one bad item fails alone: all others are stored', async () => {
  const { group } = recording({ fails: (items) => items.includes(13) });
  const items = Array.from({ length: 40 }, (_, index) => index);
  const settled = await Promise.allSettled(items.map((item) => group.add(item)));
  expect(settled.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([13]);
});

test('a failure that no item causes fails all at once, without further tries', async () => {
  const writes: number[] = [];
  const group = new GroupCommit<number, void>({
    isOneItemsFault: () => false,
    write: async (items) => {
      writes.push(items.length);
      await sleep(5);
      throw new Error('the database is away');
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toEqual([1, 2]);
});

test('after a failure the next item is written as before', async () => {
  const { group } = recording({ fails: (items) => items.includes(1) });
  await expect(group.add(1)).rejects.toThrow('a bad item');
  await expect(group.add(2)).resolves.toBe('stored 2');
});

test('a write that answers fewer items than it was given answers nobody', async () => {
  const group = new GroupCommit<number, number>({ write: async () => [] });
  await expect(group.add(1)).rejects.toThrow('1 items were written and 0 answered');
});
