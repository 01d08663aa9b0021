import { describe, expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { deleteSubmissions } from './delete-submissions.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => newSubmission({ id: `s${index}` }));
const problemResponse = (status: number, detail: string) =>
  new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: detail, status, detail } });
const ignoreProgress = () => undefined;

describe('deleting submissions', () => {
  test('sends one call each, at most six at once, and reports the progress', async () => {
    let running = 0;
    let most = 0;
    const called: string[] = [];
    const progress: number[] = [];
    const { deletedIds, failed } = await deleteSubmissions(
      many(20),
      async (id) => {
        called.push(id);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
      (doneCount) => progress.push(doneCount),
    );
    expect(most).toBe(6);
    expect(called).toEqual(many(20).map(({ id }) => id));
    expect(deletedIds.size).toBe(20);
    expect(failed).toEqual([]);
    expect(progress).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('a failure is returned with its reason, and does not stop the others', async () => {
    const { deletedIds, failed } = await deleteSubmissions(
      many(4),
      async (id) => {
        if (id === 's1') throw problemResponse(503, 'The database is away');
      },
      ignoreProgress,
    );
    expect([...deletedIds]).toEqual(['s0', 's2', 's3']);
    expect(failed.map(({ submission, reason }) => [submission.id, reason])).toEqual([['s1', 'The database is away']]);
  });

  test('one that somebody else has deleted counts as deleted', async () => {
    const { deletedIds, failed } = await deleteSubmissions(
      many(1),
      async () => Promise.reject(problemResponse(404, 'No such submission')),
      ignoreProgress,
    );
    expect([...deletedIds]).toEqual(['s0']);
    expect(failed).toEqual([]);
  });

  test('after twelve failures in a row no more calls are sent, and the rest counts as failed', async () => {
    let calls = 0;
    const { deletedIds, failed } = await deleteSubmissions(
      many(100),
      async () => {
        calls += 1;
        throw new ApiError({ kind: 'unreachable' });
      },
      ignoreProgress,
    );
    expect(calls).toBeLessThanOrEqual(12 + 5);
    expect(deletedIds.size).toBe(0);
    expect(failed).toHaveLength(100);
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['The server could not be reached.']));
  });
});
