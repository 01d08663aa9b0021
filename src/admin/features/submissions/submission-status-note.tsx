import { IconAlertCircle, IconCircleCheck, IconClock, IconMinus, IconUserPlus } from '@tabler/icons-react';
import type { SubmissionStatus } from '#contract/submission.ts';
import { statusWords } from './submission-status.ts';
import classes from './submission-status-note.module.css';

const icons = {
  failed: IconAlertCircle,
  sending: IconClock,
  done: IconCircleCheck,
  added_by_staff: IconUserPlus,
  nothing_to_send: IconMinus,
} as const;

interface SubmissionStatusNoteProps {
  status: SubmissionStatus;
  /** When a failed step is tried again, in words. */
  nextTry?: string | undefined;
}

/** The state of a sign-up's steps: a sign and words, red only when a step failed (decision 33). */
export function SubmissionStatusNote({ status, nextTry }: SubmissionStatusNoteProps) {
  const Icon = icons[status.state];
  return (
    <span className={classes.status} data-state={status.state}>
      <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.sign} />
      <span>
        {statusWords(status)}
        {nextTry === undefined ? null : <span className={classes.next}>{nextTry}</span>}
      </span>
    </span>
  );
}
