import { counted, formatCount } from '#admin/ui/format/counts.ts';
import type { Submission } from '#contract/submission.ts';
import type { FailedDeletion } from './delete-submissions.ts';

const NAMES_MAX = 5;

/** `Ada Marsh, Bo Lind and 3 more`, with at most five names. */
export function namesOf(submissions: readonly Submission[]): string {
  const names = submissions.slice(0, NAMES_MAX).map(({ first_name: first, last_name: last }) => `${first} ${last}`);
  const more = submissions.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${formatCount(more)} more`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** How many submissions a deletion loses for sure, and how many stay if they are in other events too (D1). */
export function countLosses(submissions: readonly Submission[], canShareSubmissions: boolean): { lost: number; mayStay: number } {
  const mayStay = canShareSubmissions ? submissions.filter((submission) => submission.signups_count > 1).length : 0;
  return { lost: submissions.length - mayStay, mayStay };
}

/** Who could not be deleted and why, grouped by reason. */
export function failureText(failed: readonly FailedDeletion[]): string {
  const byReason = Map.groupBy(failed, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, those]) => `${namesOf(those.map(({ submission }) => submission))}: ${reason}`);
  return [`${counted(failed.length, 'submission')} ${failed.length === 1 ? 'was' : 'were'} not deleted.`, ...reasons].join(' ');
}
