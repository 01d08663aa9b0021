import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextLook } from '#admin/theme/attributes.ts';
import { type Icon, IconAlertCircle, IconCircleCheck, IconMinus } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from './submission-status-note.module.css';

const TEXTS = { sending: 'Sending', done: 'Done', added_by_staff: 'Added by staff', nothing_to_send: 'Nothing to send' } as const;

function statusText({ state, steps_failed, steps_total }: SubmissionStatus): string {
  return state === 'failed' ? `Failed, ${steps_failed} of ${counted(steps_total, 'step')}` : TEXTS[state];
}

const SIGNS = {
  failed: [IconAlertCircle, 'bad'],
  sending: [IconClock, 'warn'],
  done: [IconCircleCheck, 'quiet'],
  added_by_staff: [IconUserPlus, 'quiet'],
  nothing_to_send: [IconMinus, 'quiet'],
} as const;
const WORDS: Partial<Record<SubmissionStatus['state'], TextLook>> = { failed: 'bad', sending: 'second' };

interface StatusMarkProps {
  icon: Icon;
  /** Of the icon. */
  tone: TextLook;
  /** Of the words. */
  words: TextLook;
  children: ReactNode;
}

export const StatusMark = ({ icon: Sign, tone, words, children }: StatusMarkProps) => (
  <span className={classes.status} data-text={words}>
    <Sign aria-hidden="true" className={classes.sign} data-text={tone} />
    <span>{children}</span>
  </span>
);

/** The state of a submission's steps as icon and text, red only if a step failed. */
export function SubmissionStatusNote({ status, nextAttempt }: { status: SubmissionStatus; nextAttempt?: string | undefined }) {
  const [icon, tone] = SIGNS[status.state];
  return (
    <StatusMark icon={icon} tone={tone} words={WORDS[status.state] ?? 'quiet'}>
      {statusText(status)}
      {nextAttempt === undefined ? null : (
        <Text component="span" display="block" data-text="hint">
          {nextAttempt}
        </Text>
      )}
    </StatusMark>
  );
}
