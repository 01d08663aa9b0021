import { type AttentionScope, scopeQuery } from '#admin/reads/step-queries.ts';
import { type Action, action, type ToolPart } from '#admin/ui/actions/use-actions.tsx';
import { SendAgainDialog } from '#admin/ui/dialogs/send-again-dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconArrowBackUp, IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Cause, CauseSteps, FailedStep } from '#contract/steps/attention.ts';
import { MAYBE_SENT } from '#contract/steps/causes.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { formatCount } from '#contract/texts/counts.ts';
import type { OldOnes } from './retry-dialog.tsx';
import { DISMISS, RESTORE, RETRY, useAsking } from './submission-step-actions.tsx';
import { type StepAction, useStepAction } from './use-step-action.ts';

// Loaded on demand: most retries ask nothing.
const RetryDialog = lazyPart(async () => (await import('./retry-dialog.tsx')).RetryDialog);

function useStepTool(action: StepAction): ToolPart {
  const { mutate, isPending } = useStepAction();
  return { isPending, onClick: () => mutate(action) };
}

interface OnStep {
  readonly step: FailedStep;
  readonly canRetry: boolean;
  /** Sends the address corrected next to it; absent without one. */
  readonly sendCorrected: (() => void) | undefined;
  readonly isSending: boolean;
}

function useRetryStep({ step, sendCorrected, isSending }: OnStep): ToolPart {
  const { onClick, isPending } = useStepTool({ how: 'retry', of: { stepId: step.id } });
  return useAsking(step, isPending === true || isSending, () => (sendCorrected ?? onClick)?.());
}

export const STEP_ACTIONS: readonly Action<OnStep>[] = [
  { ...RETRY, isOff: ({ canRetry }) => !canRetry, useTool: useRetryStep },
  { ...DISMISS, useTool: ({ step }) => useStepTool({ how: 'dismiss', of: { stepId: step.id } }) },
];

interface OnCause {
  readonly cause: Cause;
  readonly steps: CauseSteps;
  /** Sends the addresses that were corrected in the list, and says how many; undefined when one was not sent. */
  readonly sendCorrected: () => Promise<number | undefined>;
}

function useRetryCause({ cause, steps, sendCorrected }: OnCause): ToolPart {
  const retry = useStepAction();
  const dismiss = useStepAction();
  const question = useDialog();
  const isUnsure = cause.cause === MAYBE_SENT;
  const isQuestion = isUnsure || cause.old > 0;
  const handleRetry = async (oldOnes: OldOnes) => {
    const sent = await sendCorrected();
    // The others would go to the address that was about to be corrected.
    if (sent === undefined) return;
    if (sent < cause.steps) retry.mutate({ how: 'retry', of: oldOnes === 'retry' ? steps : { ...steps, age: 'new' } });
    if (oldOnes === 'dismiss') dismiss.mutate({ how: 'dismiss', of: { ...steps, age: 'old' } });
  };
  return {
    isPending: retry.isPending,
    opensDialog: isQuestion,
    onClick: () => (isQuestion ? question.open() : void handleRetry('retry')),
    ownDialog: question.show(
      isUnsure ? (
        <SendAgainDialog emails={cause.steps} onSend={() => void handleRetry('retry')} />
      ) : (
        <RetryDialog cause={cause} onRetry={(oldOnes) => void handleRetry(oldOnes)} />
      ),
    ),
  };
}

export const CAUSE_ACTIONS: readonly Action<OnCause>[] = [
  action(
    'retry',
    ({ cause }) => `Retry ${formatCount(cause.steps)}${cause.retrying ? ' now' : ''}`,
    IconRefresh,
    [sideEffectCalls.retryCause],
    {
      // Mails that wait for their mailbox are sent without a retry.
      when: ({ cause }) => !cause.retrying || cause.cause !== 'address_limit',
      isOff: ({ cause }) => !cause.is_connected,
      useTool: useRetryCause,
    },
  ),
  action('dismiss', 'Dismiss', IconX, [sideEffectCalls.dismissCause], {
    useTool: ({ steps }) => useStepTool({ how: 'dismiss', of: steps }),
  }),
];

export const DISMISSED_ACTIONS: readonly Action<FailedStep>[] = [
  { ...RESTORE, useTool: (step) => useStepTool({ how: 'restore', of: { stepId: step.id } }) },
];

export const ALL_DISMISSED_ACTIONS: readonly Action<{ readonly of: AttentionScope; readonly dismissed: number }>[] = [
  action('restore-all', ({ dismissed }) => `Restore all ${formatCount(dismissed)}`, IconArrowBackUp, [sideEffectCalls.restoreSteps], {
    when: ({ dismissed }) => dismissed > 1,
    useTool: ({ of }) => useStepTool({ how: 'restore', of: scopeQuery(of) }),
  }),
];
