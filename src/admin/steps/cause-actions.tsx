import { Button } from '@mantine/core';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Cause, CauseSteps } from '#contract/steps/attention.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './cause-card.module.css';
import type { OldOnes } from './retry-dialog.tsx';
import { useDismissSteps, useRetryFailed } from './step-actions.ts';

// Loaded on demand: most retries ask nothing.
const RetryDialog = lazyPart(async () => (await import('./retry-dialog.tsx')).RetryDialog);

interface CauseActionsProps {
  cause: Cause;
  steps: CauseSteps;
  /** The id of the card's title. */
  describedBy: string;
  /** Sends the addresses that were corrected in the list, and says how many; undefined when one was not sent. */
  sendCorrected: () => Promise<number | undefined>;
}

/** Retry and Dismiss of all steps of a cause. Retry asks when some of the sign-ups are old. */
export function CauseActions({ cause, steps, describedBy, sendCorrected }: CauseActionsProps) {
  const retry = useRetryFailed();
  const dismiss = useDismissSteps();
  const question = useDialog();
  const isQuestion = cause.old > 0;
  const handleRetry = async (oldOnes: OldOnes) => {
    const sent = await sendCorrected();
    // The others would go to the address that was about to be corrected.
    if (sent === undefined) return;
    if (sent < cause.steps) retry.mutate(oldOnes === 'retry' ? steps : { ...steps, age: 'new' });
    if (oldOnes === 'dismiss') dismiss.mutate({ ...steps, age: 'old' });
  };
  const shared = { variant: 'default', size: 'xs', 'aria-describedby': describedBy } as const;
  return (
    <div className={classes.actions} data-row="stretch">
      <Button
        {...shared}
        leftSection={<IconRefresh />}
        disabled={!cause.is_connected}
        loading={retry.isPending}
        aria-haspopup={isQuestion ? 'dialog' : undefined}
        onClick={() => (isQuestion ? question.open() : void handleRetry('retry'))}
      >
        Retry {formatCount(cause.steps)}
        {cause.retrying ? ' now' : null}
      </Button>
      <Button {...shared} leftSection={<IconX />} loading={dismiss.isPending} onClick={() => dismiss.mutate(steps)}>
        Dismiss
      </Button>
      {question.show(<RetryDialog cause={cause} onRetry={(oldOnes) => void handleRetry(oldOnes)} />)}
    </div>
  );
}
