import { type Action, action, type ToolPart } from '#admin/ui/actions/use-actions.tsx';
import { SendAgainDialog } from '#admin/ui/dialogs/send-again-dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconArrowBackUp, IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import type { FailedStep } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { mayHaveArrived } from '#contract/texts/steps.ts';
import type { StepAction, useStepCalls } from './use-step-action.ts';

export const RETRY: Action<unknown> = action(
  'retry',
  'Retry',
  IconRefresh,
  [sideEffectCalls.retryStep, sideEffectCalls.correctAddress],
  {},
);
export const DISMISS: Action<unknown> = action('dismiss', 'Dismiss', IconX, [sideEffectCalls.dismissStep], {});
export const RESTORE: Action<unknown> = action('restore', 'Restore', IconArrowBackUp, [sideEffectCalls.restoreStep], {});

/** A retry that asks first if the email may have arrived. */
export function useAsking(step: Pick<FailedStep, 'message'>, isPending: boolean, retry: () => void): ToolPart {
  const question = useDialog();
  const opensDialog = mayHaveArrived(step);
  const ownDialog = question.show(<SendAgainDialog emails={1} onSend={retry} />);
  return { isPending, opensDialog, onClick: opensDialog ? question.open : retry, ownDialog };
}

interface OnSubmissionStep {
  readonly step: { readonly id: string; readonly message: string; readonly isDismissed: boolean };
  /** Shared by the steps of a submission. */
  readonly mutation: ReturnType<typeof useStepCalls>;
  readonly onAct: () => void;
}

function listedTool({ step: { id }, mutation: { isPending, variables, mutate }, onAct }: OnSubmissionStep, how: StepAction['how']) {
  const isThis = isPending && variables.how === how && (!('stepId' in variables.of) || variables.of.stepId === id);
  const onClick = () => {
    onAct();
    mutate({ how, of: { stepId: id } });
  };
  return { isPending: isThis, isOff: isPending, onClick };
}

function useRetrySubmissionStep(on: OnSubmissionStep): ToolPart {
  const { isPending, isOff, onClick } = listedTool(on, 'retry');
  return { isOff, ...useAsking(on.step, isPending, onClick) };
}

export const SUBMISSION_STEP_ACTIONS: readonly Action<OnSubmissionStep>[] = [
  { ...RETRY, useTool: useRetrySubmissionStep },
  { ...DISMISS, when: ({ step }) => !step.isDismissed, useTool: (on) => listedTool(on, 'dismiss') },
  { ...RESTORE, when: ({ step }) => step.isDismissed, useTool: (on) => listedTool(on, 'restore') },
];
