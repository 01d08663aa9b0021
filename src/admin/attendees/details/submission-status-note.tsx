import { IconAlertCircle, IconCircleCheck, IconMinus } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import classes from './submission-status-note.module.css';
import { statusText } from './submission-status.ts';

/** Sign and what its colour says. */
const SIGNS = {
  failed: [IconAlertCircle, 'bad'],
  sending: [IconClock, 'warn'],
  done: [IconCircleCheck, 'good'],
  added_by_staff: [IconUserPlus, 'quiet'],
  nothing_to_send: [IconMinus, 'quiet'],
} as const;
const WORDS: Partial<Record<SubmissionStatus['state'], string>> = { failed: 'bad', nothing_to_send: 'quiet' };

interface SubmissionStatusNoteProps {
  status: SubmissionStatus;
  nextAttempt?: string | undefined;
}

/** The state of a submission's steps as icon and text, red only if a step failed. */
export function SubmissionStatusNote({ status, nextAttempt }: SubmissionStatusNoteProps) {
  const [Icon, tone] = SIGNS[status.state];
  return (
    <span className={classes.status} data-variant={WORDS[status.state] ?? 'second'}>
      <Icon aria-hidden="true" className={classes.sign} data-variant={tone} />
      <span>
        {statusText(status)}
        {nextAttempt === undefined ? null : <span className={classes.next}>{nextAttempt}</span>}
      </span>
    </span>
  );
}
