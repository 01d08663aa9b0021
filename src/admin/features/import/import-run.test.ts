import { expect, test } from 'vitest';
import { CALLS_AT_ONCE_MAX, createImportRun } from './import-run.ts';

/** A server whose answers the test gives one by one. */
function stand(rows: readonly number[]) {
  const calls: { row: number; answer: (outcome?: 'added' | 'kept') => void; fail: () => void }[] = [];
  let idle = 0;
  const run = createImportRun({
    rows,
    send: async (row: number) =>
      new Promise<'added' | 'kept'>((resolve, reject) => {
        calls.push({ row, answer: (outcome = 'added') => resolve(outcome), fail: () => reject(new Error(`row ${row}`)) });
      }),
    reasonOf: (error) => (error instanceof Error ? error.message : ''),
    onIdle: () => {
      idle += 1;
    },
  });
  /** Answers the oldest calls and lets the run go on. */
  const settle = async (count: number, how: 'answer' | 'fail' | 'keep' = 'answer') => {
    for (const call of calls.splice(0, count)) {
      if (how === 'fail') call.fail();
      else call.answer(how === 'keep' ? 'kept' : 'added');
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { run, calls, settle, idle: () => idle };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('IMP-8: nothing is sent before the start', () => {
  const { run, calls } = stand(upTo(3));
  expect(calls).toEqual([]);
  expect(run.getState()).toMatchObject({ added: 0, left: 3 });
});

test('IMP-7, IMP-12: one call per row in their order, at most six at once', async () => {
  const { run, calls, settle, idle } = stand(upTo(20));
  const sent: number[] = [];
  run.start();
  while (calls.length > 0) {
    expect(calls.length).toBeLessThanOrEqual(CALLS_AT_ONCE_MAX);
    sent.push(calls[0]?.row ?? 0);
    await settle(1);
  }
  expect(sent).toEqual(upTo(20));
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 20, left: 0, failed: [] });
  expect(idle()).toBe(1);
});

test('IMP-14: after a stop nothing more is sent; calls under way come back and count; the rest can be sent later', async () => {
  const { run, calls, settle } = stand(upTo(20));
  run.start();
  await settle(4);
  run.stop();
  expect(run.getState().phase).toBe('stopping');
  await settle(6);
  expect(calls).toEqual([]);
  expect(run.getState()).toMatchObject({ phase: 'stopped', added: 10, left: 10, isHalted: false });
  run.start();
  expect(calls.map(({ row }) => row)).toEqual([11, 12, 13, 14, 15, 16]);
});

test('IMP-15: a failed row is listed with its reason, can be sent again while others run, and is then no longer listed', async () => {
  const { run, calls, settle } = stand(upTo(8));
  run.start();
  await settle(2, 'fail');
  run.retry([]);
  expect(run.getState()).toMatchObject({
    phase: 'running',
    failed: [
      { row: 1, reason: 'row 1' },
      { row: 2, reason: 'row 2' },
    ],
    left: 6,
  });
  run.retry([2]);
  await settle(1);
  expect(calls.map(({ row }) => row)).toContain(2);
  await settle(6);
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 7, failed: [{ row: 1 }], left: 0 });
  run.retry([1, 1]);
  await settle(1);
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 8, failed: [] });
});

test('IMP-14, IMP-15: after a stop a retry sends its rows only; the rest stays aside until the start, which sends both', async () => {
  const { run, calls, settle } = stand(upTo(20));
  run.start();
  await settle(2, 'fail');
  run.stop();
  await settle(6);
  expect(run.getState()).toMatchObject({ phase: 'stopped', added: 6, left: 12 });
  run.retry([2]);
  expect(calls.map(({ row }) => row)).toEqual([2]);
  expect(run.getState().phase).toBe('running');
  await settle(1);
  expect(calls).toEqual([]);
  expect(run.getState()).toMatchObject({ phase: 'stopped', added: 7, left: 12, failed: [{ row: 1 }] });
  run.retry([1]);
  run.start();
  expect(calls.map(({ row }) => row)).toEqual([1, 9, 10, 11, 12, 13]);
  while (calls.length > 0) await settle(1);
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 20, left: 0, failed: [] });
});

test('rows that an earlier import had added are counted apart', async () => {
  const { run, settle } = stand(upTo(3));
  run.start();
  await settle(1, 'keep');
  await settle(2);
  expect(run.getState()).toMatchObject({ added: 2, kept: 1 });
});

test('twelve failures in a row stop the import by itself, and it can be taken up again', async () => {
  const { run, calls, settle } = stand(upTo(100));
  run.start();
  while (calls.length > 0) await settle(1, 'fail');
  const { phase, isHalted, failed, left } = run.getState();
  expect({ phase, isHalted }).toEqual({ phase: 'stopped', isHalted: true });
  // Those that were under way fail too.
  expect(failed.length).toBe(12 + CALLS_AT_ONCE_MAX - 1);
  expect(left).toBe(100 - failed.length);
  run.retry(failed.map(({ row }) => row));
  run.start();
  while (calls.length > 0) await settle(1);
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 100, failed: [], isHalted: false });
});

test('IMP-13: listeners hear of progress a few times a second, not at every row, and of the end at once', async () => {
  const { run, calls, settle } = stand(upTo(200));
  let told = 0;
  const leave = run.subscribe(() => {
    told += 1;
  });
  run.start();
  while (calls.length > 0) await settle(6);
  expect(run.getState().added).toBe(200);
  expect(told).toBeLessThan(30);
  leave();
});
