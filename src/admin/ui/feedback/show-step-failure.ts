import { messageOf } from '#admin/api/api-error.ts';
import { STEP_ACTION_FAILED, type StepActionName } from '#contract/texts/steps.ts';
import { showFailure } from './show-alert.tsx';

/** Says that steps were not retried, dismissed or brought back, and why. */
export const showStepFailure = (how: StepActionName, error: unknown): void =>
  showFailure({ title: STEP_ACTION_FAILED[how], text: messageOf(error) });
