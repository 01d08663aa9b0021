import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict, messageOf } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { type StepAction, useStepCalls } from '#admin/reads/step-calls.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import type { FailedStep } from '#contract/steps/attention.ts';
import { counted } from '#contract/texts/counts.ts';
import { ADDRESS_NOT_SENT, addressChangedMeanwhile, STEPS_COME_BACK, STEPS_TAKEN } from '#contract/texts/steps.ts';

/** Refreshes everything that shows failed steps. If the focused element left the list with its step, the page's heading gets the focus. */
async function refresh(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps });
  await moveLostFocus(document.querySelector('h1'));
}

const sayRetrying = (steps: number) =>
  showSuccess(steps === 0 ? STEPS_TAKEN : { title: `Retrying ${counted(steps, 'message')}`, text: STEPS_COME_BACK });

function undoOf({ of }: Extract<StepAction, { how: 'dismiss' }>): StepAction {
  if (!('as_of' in of)) return { how: 'restore', of };
  const { retrying: _retrying, age: _age, as_of: since, ...cause } = of;
  return { how: 'restore', of: { ...cause, since } };
}

export function useStepAction() {
  const queryClient = useQueryClient();
  const action = useStepCalls({
    onSuccess: (steps, done) => {
      if (steps === 0) showSuccess(STEPS_TAKEN);
      else if (done.how === 'retry') sayRetrying(steps);
      else if (done.how === 'restore') showSuccess({ title: `${counted(steps, 'message')} brought back` });
      else
        showSuccess({
          title: `${counted(steps, 'message')} dismissed`,
          action: { label: 'Undo', onClick: () => action.mutate(undoOf(done)) },
        });
    },
    onSettled: async () => refresh(queryClient),
  });
  return action;
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
