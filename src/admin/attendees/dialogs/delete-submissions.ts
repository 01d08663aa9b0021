import { isNotFound, messageOf } from '#admin/api/api-error.ts';
import { createFailureCount, inParallel } from '#admin/api/in-parallel.ts';
import type { Submission } from '#contract/attendees/submission.ts';

export interface FailedDeletion {
  readonly submission: Submission;
  readonly reason: string;
}

/** One call each, a few at a time. After twelve failures in a row the rest is not sent and fails with the same reason. */
export async function deleteSubmissions(
  submissions: readonly Submission[],
  remove: (submissionId: string) => Promise<unknown>,
  onProgress: (doneCount: number) => void,
) {
  const deletedIds = new Set<string>();
  const reasons = new Map<Submission, string>();
  const failures = createFailureCount();
  let lastReason = '';
  await inParallel(submissions, async (submission) => {
    if (failures.areTooMany()) {
      reasons.set(submission, lastReason);
      return;
    }
    try {
      await remove(submission.id);
      deletedIds.add(submission.id);
      failures.add(false);
    } catch (error) {
      if (isNotFound(error)) {
        deletedIds.add(submission.id);
      } else {
        failures.add(true);
        lastReason = messageOf(error);
        reasons.set(submission, lastReason);
      }
    }
    onProgress(deletedIds.size + reasons.size);
  });
  return { deletedIds, failed: [...reasons].map(([submission, reason]): FailedDeletion => ({ submission, reason })) };
}
