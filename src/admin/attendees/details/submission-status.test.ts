import { expect, test } from 'vitest';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import { statusText } from './submission-status.ts';

const status = (part: Partial<SubmissionStatus>): SubmissionStatus => ({
  state: 'done',
  steps_total: 4,
  steps_failed: 0,
  next_try_at: null,
  failed_steps: [],
  ...part,
});

test.each([
  [status({ state: 'failed', steps_failed: 1 }), 'Failed, 1 of 4 steps'],
  [status({ state: 'failed', steps_failed: 1, steps_total: 1 }), 'Failed, 1 of 1 step'],
  [status({ state: 'sending' }), 'Sending'],
  [status({}), 'Done'],
  [status({ state: 'added_by_staff', steps_total: 0 }), 'Added by staff'],
  [status({ state: 'nothing_to_send', steps_total: 0 }), 'Nothing to send'],
])('ATT-14: the status $state has its text', (given, text) => {
  expect(statusText(given)).toBe(text);
});
