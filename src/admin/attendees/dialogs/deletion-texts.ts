import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission, SubmissionLosses } from '#contract/attendees/submission.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { inOneLine } from '#contract/texts/words/form.ts';
import type { FailedDeletion } from './delete-submissions.ts';

const NAMES_MAX = 5;

/** `Ada Marsh, Bo Lind and 3 more`, with at most five names. */
export function namesOf(submissions: readonly Submission[]): string {
  const names = submissions.slice(0, NAMES_MAX).map(fullName);
  const more = submissions.length - names.length;
  return inOneLine(more > 0 ? [...names, `${formatCount(more)} more`] : names);
}

export function deletionTexts(submissions: readonly Submission[]): { title: string; go: string } {
  const [first, second] = submissions;
  if (first !== undefined && second === undefined) return { title: `Delete ${fullName(first)}'s submission?`, go: 'Delete submission' };
  const go = `Delete ${counted(submissions.length, 'submission')}`;
  return { title: `${go}?`, go };
}

export const whoWas = (submissions: readonly Submission[]): string =>
  submissions.length === 1 ? `${namesOf(submissions)} was` : counted(submissions.length, 'submission was', 'submissions were');

export const lossOfForm = (count: number): string =>
  count === 1 ? 'The sign-up and all its answers will be lost.' : `${counted(count, 'sign-up')} will be lost, with all their answers.`;

/** What removing this many submissions from an event loses; undefined losses could not be counted (D1). */
export function whatIsLost(count: number, losses: SubmissionLosses | undefined): string {
  if (losses === undefined) return 'The answers of people who are not in another event will be deleted too.';
  const { submissions_lost: lost, submissions_kept: kept, other_events: others } = losses;
  if (count === 1) {
    return kept === 1
      ? `They stay in ${counted(others, 'other event')}.`
      : 'This was their only event, so their answers will be deleted too.';
  }
  if (kept === 0) return 'They are not in any other event, so their answers will be deleted too.';
  if (lost === 0) return 'They all stay in other events.';
  return `${formatCount(kept)} of them ${kept === 1 ? 'stays' : 'stay'} in other events; the answers of the other ${lost === 1 ? 'one' : formatCount(lost)} will be deleted too.`;
}

/** Who could not be deleted and why, grouped by reason. */
export function failureText(failed: readonly FailedDeletion[]): string {
  const byReason = Map.groupBy(failed, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, those]) => `${namesOf(those.map(({ submission }) => submission))}: ${reason}`);
  return [`${counted(failed.length, 'submission was', 'submissions were')} not deleted.`, ...reasons].join(' ');
}
