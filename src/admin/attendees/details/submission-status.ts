import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import { counted } from '#contract/texts/counts.ts';

const TEXTS = { sending: 'Sending', done: 'Done', added_by_staff: 'Added by staff', nothing_to_send: 'Nothing to send' } as const;

/** The state of a submission's steps as text. */
export function statusText({ state, steps_failed, steps_total }: SubmissionStatus): string {
  return state === 'failed' ? `Failed, ${steps_failed} of ${counted(steps_total, 'step')}` : TEXTS[state];
}
