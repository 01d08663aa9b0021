import { useMutation } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { showError } from '#admin/ui/feedback/show-alert.tsx';
import type { CauseSteps, DismissedSteps } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';

interface OneStep {
  readonly stepId: string;
}

/** What to do with failed steps: one, all of a submission, all of a cause, or all that were dismissed. */
export type StepAction =
  | { readonly how: 'retry'; readonly of: OneStep | { readonly submissionId: string } | CauseSteps }
  | { readonly how: 'dismiss'; readonly of: OneStep | CauseSteps }
  | { readonly how: 'restore'; readonly of: OneStep | DismissedSteps };

/** Repeats a call that handles some thousands of steps at a time until none are left. @returns how many were handled */
async function untilNoneIsLeft(send: () => Promise<{ steps: number; has_more: boolean }>): Promise<number> {
  let total = 0;
  for (;;) {
    const { steps, has_more: hasMore } = await send();
    total += steps;
    if (!hasMore) return total;
  }
}

async function retry(of: Extract<StepAction, { how: 'retry' }>['of']): Promise<number> {
  if ('as_of' in of) return untilNoneIsLeft(async () => call(sideEffectCalls.retryCause, { body: of }));
  const { retried } = await ('stepId' in of
    ? call(sideEffectCalls.retryStep, { params: of })
    : call(sideEffectCalls.retrySubmissionSteps, { params: of }));
  return retried;
}

async function dismiss(of: Extract<StepAction, { how: 'dismiss' }>['of']): Promise<number> {
  if ('as_of' in of) return untilNoneIsLeft(async () => call(sideEffectCalls.dismissCause, { body: of }));
  return (await call(sideEffectCalls.dismissStep, { params: of })).steps;
}

async function restore(of: Extract<StepAction, { how: 'restore' }>['of']): Promise<number> {
  if (!('stepId' in of)) return untilNoneIsLeft(async () => call(sideEffectCalls.restoreSteps, { body: of }));
  return (await call(sideEffectCalls.restoreStep, { params: of })).steps;
}

async function handle(action: StepAction): Promise<number> {
  if (action.how === 'retry') return retry(action.of);
  return action.how === 'dismiss' ? dismiss(action.of) : restore(action.of);
}

const FAILED = { retry: 'Nothing was retried.', dismiss: 'Nothing was dismissed.', restore: 'Nothing was brought back.' } as const;

interface Reactions {
  /** Gets how many steps were handled: 0 if someone else was faster. Workers run retried steps, so their outcome is only known later. */
  readonly onSuccess: (steps: number, action: StepAction) => unknown;
  readonly onSettled?: () => Promise<void>;
}

export const useStepCalls = (reactions: Reactions) =>
  useMutation({
    mutationFn: handle,
    onError: (error, { how }) => showError(FAILED[how], error),
    ...reactions,
  });
