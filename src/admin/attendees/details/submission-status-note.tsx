import { Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconMinus } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from './submission-status-note.module.css';

const TEXTS = { sending: 'Sending', done: 'Done', added_by_staff: 'Added by staff', nothing_to_send: 'Nothing to send' } as const;

function statusText({ state, steps_failed, steps_total }: SubmissionStatus): string {
  return state === 'failed' ? `Failed, ${steps_failed} of ${counted(steps_total, 'step')}` : TEXTS[state];
}

/** Sign and what its colour says. */
const SIGNS = {
  failed: [IconAlertCircle, 'bad'],
  sending: [IconClock, 'warn'],
  done: [IconCircleCheck, 'quiet'],
  added_by_staff: [IconUserPlus, 'quiet'],
  nothing_to_send: [IconMinus, 'quiet'],
} as const;
const WORDS: Partial<Record<SubmissionStatus['state'], string>> = { failed: 'bad', sending: 'second' };

/** The state of a submission's steps as icon and text, red only if a step failed. */
export function SubmissionStatusNote({ status, nextAttempt }: { status: SubmissionStatus; nextAttempt?: string | undefined }) {
  const [Icon, tone] = SIGNS[status.state];
  return (
    <span className={classes.status} data-variant={WORDS[status.state] ?? 'quiet'}>
      <Icon aria-hidden="true" className={classes.sign} data-variant={tone} />
      <span>
        {statusText(status)}
        {nextAttempt === undefined ? null : (
          <Text component="span" display="block" variant="hint">
            {nextAttempt}
          </Text>
        )}
      </span>
    </span>
  );
}
