import { describe, expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import { deleteEach } from './delete-each.ts';
import { newSubmission } from './submission-fakes.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => newSubmission({ id: `s${index}` }));
const answered = (status: number, detail: string) =>
  new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: detail, status, detail } });
const untold = () => undefined;

describe('the deletion of many', () => {
  test('runs at most six calls at once, one for each, and tells how far it is', async () => {
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    const told: number[] = [];
    const { gone, failed } = await deleteEach(
      many(20),
      async (id) => {
        asked.push(id);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
      (through) => told.push(through),
    );
    expect(most).toBe(6);
    expect(asked).toEqual(many(20).map(({ id }) => id));
    expect(gone.size).toBe(20);
    expect(failed).toEqual([]);
    expect(told).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('one that fails harms no other, and is given with the reason', async () => {
    const { gone, failed } = await deleteEach(
      many(4),
      async (id) => {
        if (id === 's1') throw answered(503, 'The database is away');
      },
      untold,
    );
    expect([...gone]).toEqual(['s0', 's2', 's3']);
    expect(failed.map(({ submission, reason }) => [submission.id, reason])).toEqual([['s1', 'The database is away']]);
  });

  test('one that somebody else has deleted is gone as well', async () => {
    const { gone, failed } = await deleteEach(many(1), async () => Promise.reject(answered(404, 'No such submission')), untold);
    expect([...gone]).toEqual(['s0']);
    expect(failed).toEqual([]);
  });

  test('after twelve failures in a row no more is sent, and none of the rest counts as gone', async () => {
    let calls = 0;
    const { gone, failed } = await deleteEach(
      many(100),
      async () => {
        calls += 1;
        throw new ApiError({ kind: 'unreachable' });
      },
      untold,
    );
    expect(calls).toBeLessThanOrEqual(12 + 5);
    expect(gone.size).toBe(0);
    expect(failed).toHaveLength(100);
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['The server could not be reached.']));
  });
});
