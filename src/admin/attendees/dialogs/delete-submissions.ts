import { isNotFound, messageOf } from '#admin/api/api-error.ts';
import { inParallel } from '#admin/api/in-parallel.ts';
import type { Submission } from '#contract/attendees/submission.ts';

/** After this many failures the cause is not the submissions, but a lost connection or an expired session. */
const FAILURES_IN_A_ROW_MAX = 12;

export interface FailedDeletion {
  readonly submission: Submission;
  readonly reason: string;
}

/**
 * Deletes submissions in order, one call each and a few at once. After twelve failures in a row the rest is not sent and fails
 * with the same reason. `onProgress` gets the number of submissions that are done.
 */
export async function deleteSubmissions(
  submissions: readonly Submission[],
  remove: (submissionId: string) => Promise<unknown>,
  onProgress: (doneCount: number) => void,
) {
  const deletedIds = new Set<string>();
  const reasons = new Map<Submission, string>();
  let failuresInARow = 0;
  let lastReason = '';
  await inParallel(submissions, async (submission) => {
    if (failuresInARow >= FAILURES_IN_A_ROW_MAX) {
      reasons.set(submission, lastReason);
      return;
    }
    try {
      await remove(submission.id);
      deletedIds.add(submission.id);
      failuresInARow = 0;
    } catch (error) {
      if (isNotFound(error)) {
        deletedIds.add(submission.id);
      } else {
        failuresInARow += 1;
        lastReason = messageOf(error);
        reasons.set(submission, lastReason);
      }
    }
    onProgress(deletedIds.size + reasons.size);
  });
  return { deletedIds, failed: [...reasons].map(([submission, reason]): FailedDeletion => ({ submission, reason })) };
}
