import { useMutation } from '@tanstack/react-query';
import { isConflict, messageOf } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { CauseSteps, DismissedSteps, FailedStep } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { counted } from '#contract/texts/counts.ts';
import { STEPS_TAKEN } from '#contract/texts/steps.ts';

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

async function handle({ how, of }: StepAction): Promise<number> {
  if ('submissionId' in of) return (await call(sideEffectCalls.retrySubmissionSteps, { params: of })).retried;
  if ('stepId' in of) {
    if (how === 'retry') return (await call(sideEffectCalls.retryStep, { params: of })).retried;
    return (await call(how === 'dismiss' ? sideEffectCalls.dismissStep : sideEffectCalls.restoreStep, { params: of })).steps;
  }
  if (how === 'restore') return untilNoneIsLeft(async () => call(sideEffectCalls.restoreSteps, { body: of }));
  return untilNoneIsLeft(async () => call(how === 'retry' ? sideEffectCalls.retryCause : sideEffectCalls.dismissCause, { body: of }));
}

const FAILED = { retry: 'Nothing was retried.', dismiss: 'Nothing was dismissed.', restore: 'Nothing was restored.' } as const;

interface Reactions {
  /** Gets how many steps were handled: 0 if someone else was faster. Workers run retried steps, so their outcome is only known later. */
  readonly onSuccess: (steps: number, action: StepAction) => unknown;
  readonly onSettled?: () => Promise<void>;
}

export const useStepCalls = (reactions: Reactions) =>
  useMutation({ mutationFn: handle, onError: (error, { how }) => showError(FAILED[how], error), ...reactions });

/** Refreshes everything that shows failed steps. If the focused element left the list with its step, the page's heading gets the focus. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps });
  await moveLostFocus(document.querySelector('h1'));
}

const sayRetrying = (steps: number) =>
  showSuccess(
    steps === 0 ? STEPS_TAKEN : { title: `Retrying ${counted(steps, 'message')}`, text: 'Any that fail again come back to this list.' },
  );

function undoOf({ of }: Extract<StepAction, { how: 'dismiss' }>): StepAction {
  if (!('as_of' in of)) return { how: 'restore', of };
  const { retrying: _retrying, age: _age, as_of: since, ...cause } = of;
  return { how: 'restore', of: { ...cause, since } };
}

export function useStepAction() {
  const action = useStepCalls({
    onSuccess: (steps, done) => {
      if (steps === 0) showSuccess(STEPS_TAKEN);
      else if (done.how === 'retry') sayRetrying(steps);
      else if (done.how === 'restore') showSuccess({ title: `${counted(steps, 'message')} restored` });
      else
        showSuccess({
          title: `${counted(steps, 'message')} dismissed`,
          action: { label: 'Undo', onClick: () => action.mutate(undoOf(done)) },
        });
    },
    onSettled: async () => refresh(),
  });
  return action;
}

/** Sends a corrected address, says that its confirmation is retried, and refreshes what shows it. */
export function useSendCorrected(send: (step: FailedStep) => Promise<{ retried: number }>) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ retried }) => sayRetrying(retried),
    onError: (error) =>
      showFailure({
        title: 'Nothing was sent.',
        text: isConflict(error) ? `A colleague has since changed this address to ‘${String(error.current['email'])}’.` : messageOf(error),
      }),
    onSettled: async () => refresh(),
  });
}
