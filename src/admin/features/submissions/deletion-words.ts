import { counted, formatCount } from '#admin/ui/counts.ts';
import type { Submission } from '#contract/submission.ts';
import type { FailedDeletion } from './delete-each.ts';

/** Names that are written out; the rest are counted. */
const NAMES_MAX = 5;

/** A few people by name: `Ada Marsh, Bo Lind and 3 more`. */
export function namesOf(submissions: readonly Submission[]): string {
  const names = submissions.slice(0, NAMES_MAX).map(({ first_name: first, last_name: last }) => `${first} ${last}`);
  const more = submissions.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${formatCount(more)} more`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** What goes with many submissions: `lost` are lost for sure; `mayStay` stay in other events, where they are in others (decision 1). */
export function lossOf(submissions: readonly Submission[], mayShare: boolean): { lost: number; mayStay: number } {
  const mayStay = mayShare ? submissions.filter((submission) => submission.signups_count > 1).length : 0;
  return { lost: submissions.length - mayStay, mayStay };
}

/** Who could not be deleted, and why: each reason once, with its people. */
export function failureWords(failed: readonly FailedDeletion[]): string {
  const byReason = Map.groupBy(failed, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, those]) => `${namesOf(those.map(({ submission }) => submission))}: ${reason}`);
  return [`${counted(failed.length, 'submission')} ${failed.length === 1 ? 'was' : 'were'} not deleted.`, ...reasons].join(' ');
}
