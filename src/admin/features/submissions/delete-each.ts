import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { inParallel } from '#admin/api/in-parallel.ts';
import type { Submission } from '#contract/submission.ts';

/** Deletions under way at once. */
const CALLS_AT_ONCE_MAX = 6;
/** Then it is not about the submissions: the server is away, or the session is over. */
const FAILURES_IN_A_ROW_MAX = 12;
const NOT_FOUND = 404;

/** A submission that is still there, and why. */
export interface FailedDeletion {
  readonly submission: Submission;
  readonly reason: string;
}

/** What became of the deletion of many. */
export interface DeletedEach {
  readonly gone: ReadonlySet<string>;
  readonly failed: readonly FailedDeletion[];
}

/** One that somebody else has deleted is gone as well. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === NOT_FOUND;

/**
 * Deletes submissions, one call each, at most six at once, in their order. One that fails harms no other; after twelve failures in
 * a row the rest is not tried and fails for the same reason. `onProgress` is told how many are through.
 */
export async function deleteEach(
  submissions: readonly Submission[],
  remove: (submissionId: string) => Promise<unknown>,
  onProgress: (through: number) => void,
): Promise<DeletedEach> {
  const gone = new Set<string>();
  const reasons = new Map<Submission, string>();
  let failuresInARow = 0;
  let lastReason = '';
  await inParallel(submissions, CALLS_AT_ONCE_MAX, async (submission) => {
    if (failuresInARow >= FAILURES_IN_A_ROW_MAX) {
      reasons.set(submission, lastReason);
      return;
    }
    try {
      await remove(submission.id);
      gone.add(submission.id);
      failuresInARow = 0;
    } catch (error) {
      if (isGone(error)) {
        gone.add(submission.id);
      } else {
        failuresInARow += 1;
        lastReason = messageOf(error);
        reasons.set(submission, lastReason);
      }
    }
    onProgress(gone.size + reasons.size);
  });
  return { gone, failed: [...reasons].map(([submission, reason]) => ({ submission, reason })) };
}
