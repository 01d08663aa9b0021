import { IconAlertCircle, IconCircleCheck, IconMinus } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import classes from './submission-status-note.module.css';
import { statusText } from './submission-status.ts';

const icons = {
  failed: IconAlertCircle,
  sending: IconClock,
  done: IconCircleCheck,
  added_by_staff: IconUserPlus,
  nothing_to_send: IconMinus,
} as const;

interface SubmissionStatusNoteProps {
  status: SubmissionStatus;
  nextAttempt?: string | undefined;
}

/** The state of a submission's steps as icon and text, red only if a step failed. */
export function SubmissionStatusNote({ status, nextAttempt }: SubmissionStatusNoteProps) {
  const Icon = icons[status.state];
  return (
    <span className={classes.status} data-state={status.state}>
      <Icon aria-hidden="true" className={classes.sign} />
      <span>
        {statusText(status)}
        {nextAttempt === undefined ? null : <span className={classes.next}>{nextAttempt}</span>}
      </span>
    </span>
  );
}
