import { expect, test } from 'vitest';
import { WORK_AT_ONCE } from '#admin/api/in-parallel.ts';
import { createImportRun } from './import-run.ts';

/** An import whose calls the test answers one by one. */
function setUp(rows: readonly number[]) {
  const calls: { row: number; answer: (outcome?: 'added' | 'alreadyAdded') => void; fail: () => void }[] = [];
  let idleCount = 0;
  const run = createImportRun({
    rows,
    send: async (row: number) =>
      new Promise<'added' | 'alreadyAdded'>((resolve, reject) => {
        calls.push({ row, answer: (outcome = 'added') => resolve(outcome), fail: () => reject(new Error(`row ${row}`)) });
      }),
    reasonOf: (error) => (error instanceof Error ? error.message : ''),
    onIdle: () => {
      idleCount += 1;
    },
  });
  /** Answers the oldest calls, and waits until the run has sent the next ones. */
  const settle = async (count: number, how: 'answer' | 'fail' | 'keep' = 'answer') => {
    for (const call of calls.splice(0, count)) {
      if (how === 'fail') call.fail();
      else call.answer(how === 'keep' ? 'alreadyAdded' : 'added');
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { run, calls, settle, idleCount: () => idleCount };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('IMP-8: nothing is sent before the start', () => {
  const { run, calls } = setUp(upTo(3));
  expect(calls).toEqual([]);
  expect(run.getState()).toMatchObject({ added: 0, left: 3 });
});

test('IMP-7, IMP-12: rows are sent in order, one call each and at most six at a time', async () => {
  const { run, calls, settle, idleCount } = setUp(upTo(20));
  const sent: number[] = [];
  run.start();
  while (calls.length > 0) {
    expect(calls.length).toBeLessThanOrEqual(WORK_AT_ONCE);
    sent.push(calls[0]?.row ?? 0);
    await settle(1);
  }
  expect(sent).toEqual(upTo(20));
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 20, left: 0, failed: [] });
  expect(idleCount()).toBe(1);
});

test('IMP-14: after a stop no more rows are sent, running calls still count, and the rest can be sent later', async () => {
  const { run, calls, settle } = setUp(upTo(20));
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

test('IMP-15: a failed row is listed with its reason until it is sent again, which may be while others run', async () => {
  const { run, calls, settle } = setUp(upTo(8));
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

test('IMP-14, IMP-15: after a stop a retry sends only its rows, and the rest waits for the start', async () => {
  const { run, calls, settle } = setUp(upTo(20));
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

test('IMP-14, IMP-15: a retry after a stopped retry does not send the rows that the first one left', async () => {
  const { run, calls, settle } = setUp(upTo(12));
  run.start();
  await settle(10, 'fail');
  run.stop();
  await settle(2);
  const failed = run.getState().failed.map(({ row }) => row);
  run.retry(failed);
  run.stop();
  const left = failed.filter((row) => calls.every((sent) => sent.row !== row));
  await settle(6, 'fail');
  expect(run.getState()).toMatchObject({ phase: 'stopped', left: 4 });
  const [again] = run.getState().failed;
  run.retry([again!.row]);
  expect(calls).toMatchObject([{ row: again!.row }]);
  await settle(1);
  run.start();
  expect(calls.map(({ row }) => row)).toEqual(left);
});

test('rows that an earlier import had added are counted separately', async () => {
  const { run, settle } = setUp(upTo(3));
  run.start();
  await settle(1, 'keep');
  await settle(2);
  expect(run.getState()).toMatchObject({ added: 2, updated: 0, alreadyAdded: [1], left: 0 });
});

test('twelve failures in a row stop the import, which can be resumed', async () => {
  const { run, calls, settle } = setUp(upTo(100));
  run.start();
  while (calls.length > 0) await settle(1, 'fail');
  const { phase, isHalted, failed, left } = run.getState();
  expect({ phase, isHalted }).toEqual({ phase: 'stopped', isHalted: true });
  // The calls that were running fail too.
  expect(failed.length).toBe(12 + WORK_AT_ONCE - 1);
  expect(left).toBe(100 - failed.length);
  run.retry(failed.map(({ row }) => row));
  run.start();
  while (calls.length > 0) await settle(1);
  expect(run.getState()).toMatchObject({ phase: 'finished', added: 100, failed: [], isHalted: false });
});
