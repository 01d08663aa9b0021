import type { SubmissionStatus } from '#contract/submission.ts';

/** The state of a submission's steps as text. */
export function statusText({ state, steps_failed, steps_total }: SubmissionStatus): string {
  switch (state) {
    case 'failed':
      return `Failed, ${steps_failed} of ${steps_total} ${steps_total === 1 ? 'step' : 'steps'}`;
    case 'sending':
      return 'Sending';
    case 'done':
      return 'Done';
    case 'added_by_staff':
      return 'Added by staff';
    case 'nothing_to_send':
      return 'Nothing to send';
  }
}
