import { counted } from '#admin/ui/counts.ts';
import { createDates } from '#admin/ui/dates.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { Submission, SubmissionPage, SubmissionStatus } from '#contract/submission.ts';

/** What a row of the attendee table shows. */
export interface Attendee {
  readonly submission: Submission;
  readonly name: string;
  /** `Today 09:32` when it came in on the viewer's day, else undefined (decision 7). */
  readonly today: string | undefined;
  /** Whether the address stands in the event more than once. */
  readonly isDuplicate: boolean;
  /** `Next try at 09:47 GMT` while a failed step waits for one. */
  readonly nextTry: string | undefined;
  /** `3 tries so far. Next try at 09:47 GMT`, by the failed step. */
  readonly tries: ReadonlyMap<string, string>;
}

/** Formats moments on the viewer's own clock. */
export const viewerDates = createDates(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** When a failed step is tried again; with the day only when it is not today. */
function nextTryWords(at: string, todayFrom: string): string {
  const isToday = viewerDates.key(at) === viewerDates.key(todayFrom);
  return `Next try at ${isToday ? '' : `${viewerDates.day(at)}, `}${viewerDates.time(at)} ${viewerDates.zone(at)}`;
}

const NO_NEXT_TRY = 'It is not tried again by itself.';

/** How often each failed step was tried, if ever, and when it is tried again (decision 33). */
const triesOf = ({ failed_steps: steps }: SubmissionStatus, todayFrom: string): ReadonlyMap<string, string> =>
  new Map(
    steps.map(({ step, attempts, next_try_at: at }) => {
      const soFar = attempts === 0 ? '' : `${counted(attempts, 'try', 'tries')} so far. `;
      return [step, `${soFar}${at === null ? NO_NEXT_TRY : nextTryWords(at, todayFrom)}`];
    }),
  );

function attendeesOfPage(page: SubmissionPage, todayFrom: string): Attendee[] {
  const duplicates = new Set(page.duplicate_emails);
  const today = viewerDates.key(todayFrom);
  return page.submissions.map((submission) => {
    const { state, next_try_at: nextTryAt } = submission._status;
    const { submitted_at: at } = submission;
    return {
      submission,
      name: `${submission.first_name} ${submission.last_name}`,
      today: at >= todayFrom && viewerDates.key(at) === today ? `Today ${viewerDates.time(at)}` : undefined,
      isDuplicate: duplicates.has(emailKey(submission.email)),
      nextTry: state === 'failed' && nextTryAt !== null ? nextTryWords(nextTryAt, todayFrom) : undefined,
      tries: triesOf(submission._status, todayFrom),
    };
  });
}

/**
 * Gives the rows of the loaded pages; `todayFrom` is when the viewer's day started. The rows of a page are made once and
 * stay the same objects, so that a further page of a long list does not draw it anew.
 */
export function createAttendees(): (pages: readonly SubmissionPage[], todayFrom: string) => Attendee[] {
  let made = new WeakMap<SubmissionPage, Attendee[]>();
  let day = '';
  return (pages, todayFrom) => {
    if (day !== todayFrom) made = new WeakMap();
    day = todayFrom;
    return pages.flatMap((page) => {
      const rows = made.get(page) ?? attendeesOfPage(page, todayFrom);
      made.set(page, rows);
      return rows;
    });
  };
}
