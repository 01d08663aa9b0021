import { describe, expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { deleteSubmissions } from './delete-submissions.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => newSubmission({ id: `s${index}` }));
const problemResponse = (status: number, detail: string) =>
  new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: detail, status, detail } });
const ignoreProgress = () => undefined;

describe('deleting submissions', () => {
  test('one that someone else has deleted counts as deleted', async () => {
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
