import { dates } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission, SubmissionPage, SubmissionStatus } from '#contract/attendees/submission.ts';
import { emailKey } from '#contract/rules/email.ts';
import { ATTENDED, NO_SHOW } from '#contract/texts/attendance.ts';
import { counted } from '#contract/texts/counts.ts';
import { notSentDismissed } from '#contract/texts/staff.ts';

type FailedStep = SubmissionStatus['failed_steps'][number];

export interface Attendee {
  readonly submission: Submission;
  readonly name: string;
  /** `Today 09:32` if submitted on the viewer's day; the time is in the events' zone, and omitted if the day differs there. */
  readonly today: string | undefined;
  /** The same for the time since when they have been waiting. */
  readonly waitingToday: string | undefined;
  readonly isDuplicate: boolean;
  /** `Next attempt at 09:47 GMT` while a failed step waits for its next attempt; `Dismissed` when there will be none. */
  readonly nextAttempt: string | undefined;
  /** `Here 09:12`, and `Came` or `No-show` once the event is over; undefined for others, and where attendance is not in use. */
  readonly attendance: string | undefined;
}

/** Without naming the zone: a browser that does not know its own calls it Etc/Unknown, and refuses that. */
const viewerDays = new Intl.DateTimeFormat('sv');
const viewerDayOf = (at: string): string => viewerDays.format(new Date(at));

/** In another zone, that of the events, the viewer's day begins on the day before. */
const isToday = (at: string, todayFrom: string): boolean => viewerDayOf(at) === viewerDayOf(todayFrom);

const nextAttemptText = (at: string, todayFrom: string): string =>
  `Next attempt at ${isToday(at, todayFrom) ? '' : `${dates.day(at)}, `}${dates.time(at)} ${dates.zone(at)}`;

/** `3 attempts so far. Next attempt at 09:47 GMT`, of a failed step; or who dismissed it. */
export function attemptText(
  { attempts, next_try_at: at, dismissed_by: dismissedBy }: Pick<FailedStep, 'attempts' | 'next_try_at' | 'dismissed_by'>,
  todayFrom: string,
): string {
  if (dismissedBy !== null) return notSentDismissed(dismissedBy);
  const soFar = attempts === 0 ? '' : `${counted(attempts, 'attempt', 'attempts')} so far. `;
  return `${soFar}${at === null ? "Won't retry automatically" : nextAttemptText(at, todayFrom)}`;
}

function outlookText({ state, next_try_at: at, failed_steps: steps }: SubmissionStatus, todayFrom: string): string | undefined {
  if (state !== 'failed') return undefined;
  if (at !== null) return nextAttemptText(at, todayFrom);
  return steps.length > 0 && steps.every((step) => step.dismissed_by !== null) ? 'Dismissed' : undefined;
}

function todayText(at: string, todayFrom: string): string | undefined {
  if (!isToday(at, todayFrom)) return undefined;
  return viewerDayOf(at) === dates.key(at) ? `Today ${dates.time(at)}` : 'Today';
}

function attendanceText({ _attended_at: at }: Submission, todayFrom: string, isOver: boolean): string | undefined {
  if (at === undefined) return undefined;
  if (isOver) return at === null ? NO_SHOW : ATTENDED.came;
  if (at === null) return undefined;
  const [weekday] = dates.dayOfYear(at).split(' ');
  return [ATTENDED.here, ...(isToday(at, todayFrom) ? [] : [weekday]), dates.time(at)].join(' ');
}

function attendeesOfPage(page: SubmissionPage, todayFrom: string, isOver: boolean): Attendee[] {
  const duplicates = new Set(page.duplicate_emails);
  return page.submissions.map((submission) => {
    const since = submission._registration?.waiting_since ?? undefined;
    return {
      submission,
      name: fullName(submission),
      today: todayText(submission.submitted_at, todayFrom),
      waitingToday: since && todayText(since, todayFrom),
      isDuplicate: duplicates.has(emailKey(submission.email)),
      nextAttempt: outlookText(submission._status, todayFrom),
      attendance: attendanceText(submission, todayFrom, isOver),
    };
  });
}

/** Keeps the rows of each page, so that loading another one does not render the whole list again. */
export function createAttendeeMapper(isOver = false): (pages: readonly SubmissionPage[], todayFrom: string) => Attendee[] {
  let rowsByPage = new WeakMap<SubmissionPage, Attendee[]>();
  let day = '';
  return (pages, todayFrom) => {
    if (day !== todayFrom) rowsByPage = new WeakMap();
    day = todayFrom;
    return pages.flatMap((page) => {
      const rows = rowsByPage.get(page) ?? attendeesOfPage(page, todayFrom, isOver);
      rowsByPage.set(page, rows);
      return rows;
    });
  };
}
