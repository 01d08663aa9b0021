import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict, messageOf } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { dismissStep, pathOfStep, type RetryScope, restoreStep, retrySteps } from '#admin/reads/step-calls.ts';
import { call } from '#admin/session/call.ts';
import { moveLostFocus } from '#admin/ui/feedback/move-lost-focus.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { showStepFailure } from '#admin/ui/feedback/show-step-failure.ts';
import type { CauseSteps, DismissedSteps, FailedStep } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { counted } from '#contract/texts/counts.ts';
import { ADDRESS_NOT_SENT, addressChangedMeanwhile, STEPS_COME_BACK, STEPS_TAKEN } from '#contract/texts/steps.ts';

/** Refreshes all that shows failed steps. What had the focus may have left the list with its step: then the page's heading gets it. */
async function refresh(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps });
  await moveLostFocus(document.querySelector('h1'));
}

/** Repeats a call that handles some thousands of steps until none are left. @returns how many were handled */
async function untilNoneIsLeft(send: () => Promise<{ steps: number; has_more: boolean }>): Promise<number> {
  let total = 0;
  for (;;) {
    const { steps, has_more: hasMore } = await send();
    total += steps;
    if (!hasMore) return total;
  }
}

const retryCause = async (body: CauseSteps): Promise<number> => untilNoneIsLeft(async () => call(sideEffectCalls.retryCause, { body }));
const dismissCause = async (body: CauseSteps): Promise<number> => untilNoneIsLeft(async () => call(sideEffectCalls.dismissCause, { body }));
const restoreSteps = async (body: DismissedSteps): Promise<number> =>
  untilNoneIsLeft(async () => call(sideEffectCalls.restoreSteps, { body }));

const sayRetrying = (steps: number) =>
  showSuccess(steps === 0 ? STEPS_TAKEN : { title: `Retrying ${counted(steps, 'message')}`, text: STEPS_COME_BACK });

/** Retries steps, says so, and refreshes what shows them. */
export function useRetryFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (scope: RetryScope | CauseSteps) => ('as_of' in scope ? retryCause(scope) : retrySteps(scope)),
    onSuccess: sayRetrying,
    onError: (error) => showStepFailure('retry', error),
    onSettled: async () => refresh(queryClient),
  });
}

type Dismissed = Pick<FailedStep, 'submission_id' | 'change_id' | 'step'> | DismissedSteps;

const restore = async (what: Dismissed): Promise<number> => {
  if (!('submission_id' in what)) return restoreSteps(what);
  return restoreStep(pathOfStep(what));
};

/** Brings dismissed steps back to the list. */
export function useRestoreSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: restore,
    onSuccess: (steps) => showSuccess(steps === 0 ? STEPS_TAKEN : { title: `${counted(steps, 'message')} brought back` }),
    onError: (error) => showStepFailure('restore', error),
    onSettled: async () => refresh(queryClient),
  });
}

const dismiss = async (what: FailedStep | CauseSteps): Promise<number> => {
  if ('as_of' in what) return dismissCause(what);
  return dismissStep(pathOfStep(what));
};

const undoOf = (what: FailedStep | CauseSteps): Dismissed => {
  if (!('as_of' in what)) return what;
  const { retrying: _retrying, age: _age, as_of: since, ...cause } = what;
  return { ...cause, since };
};

/** Dismisses steps: they are not sent, and leave the list. */
export function useDismissSteps() {
  const queryClient = useQueryClient();
  const { mutate: undo } = useRestoreSteps();
  return useMutation({
    mutationFn: dismiss,
    onSuccess: (steps, what) =>
      showSuccess(
        steps === 0
          ? STEPS_TAKEN
          : { title: `${counted(steps, 'message')} dismissed`, action: { label: 'Undo', onClick: () => undo(undoOf(what)) } },
      ),
    onError: (error) => showStepFailure('dismiss', error),
    onSettled: async () => refresh(queryClient),
  });
}

/** Sends a corrected address, says that its confirmation is retried, and refreshes what shows it. */
export function useSendCorrected(send: (step: FailedStep) => Promise<{ retried: number }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ retried }) => sayRetrying(retried),
    onError: (error) =>
      showFailure({
        title: ADDRESS_NOT_SENT,
        text: isConflict(error) ? addressChangedMeanwhile(String(error.current['email'])) : messageOf(error),
      }),
    onSettled: async () => refresh(queryClient),
  });
}
