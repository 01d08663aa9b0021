import { Button, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { ReadButton } from '#admin/steps/read-button.tsx';
import { useMay } from '#admin/ui/actions/use-actions.tsx';
import { SendAgainDialog } from '#admin/ui/dialogs/send-again-dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { mayHaveArrived } from '#contract/texts/steps.ts';
import classes from './step-list.module.css';
import type { StepMutation } from './use-submission-step-action.ts';

export interface ListedStep {
  readonly key: string;
  /** Set for a failed step. */
  readonly id: string | undefined;
  readonly title: string;
  readonly isDone: boolean;
  readonly message: string;
  /** The step, if it sent an email that can be read. */
  readonly mailId: string | undefined;
  readonly next: string | undefined;
  readonly isDismissed: boolean;
}

export const StepList = ({ steps, action, children }: { steps: readonly ListedStep[]; action: StepMutation; children?: ReactNode }) => (
  <ul className={classes.steps} data-box="frame" data-ruled tabIndex={-1}>
    {steps.map((step) => (
      <li key={step.key} data-row={step.isDone ? true : 'top'} data-text="second">
        {step.isDone ? (
          <>
            <IconCircleCheck role="img" aria-label="Done" data-text="good" />
            <span data-grows>{step.title}</span>
            {step.mailId === undefined ? null : <ReadButton stepId={step.mailId} what={step.title} />}
          </>
        ) : (
          <FailedStep step={step} action={action} />
        )}
      </li>
    ))}
    {children}
  </ul>
);

function FailedStep({ step, action }: { step: ListedStep; action: StepMutation }) {
  const { id, title } = step;
  return (
    <>
      <IconAlertCircle aria-hidden="true" data-text="bad" />
      <span data-grows>
        <span data-text="bad" dir="auto">
          {failedStep(title, step.message)}
        </span>
        <Text component="span" display="block" data-text="hint">
          {step.next}
        </Text>
      </span>
      {id === undefined ? null : (
        <span data-fixed data-stack>
          <ActionButton action={action} how="retry" stepId={id} title={title} asks={mayHaveArrived(step)} />
          <ActionButton action={action} how={step.isDismissed ? 'restore' : 'dismiss'} stepId={id} title={title} />
        </span>
      )}
    </>
  );
}

interface ActionButtonProps {
  action: StepMutation;
  how: 'retry' | 'dismiss' | 'restore';
  stepId: string;
  title: string;
  /** Whether it asks first, since the email may have arrived. */
  asks?: boolean;
}

const LABELS = { retry: 'Retry', dismiss: 'Dismiss', restore: 'Restore' } as const;
const ICONS = { retry: IconRefresh, dismiss: IconX, restore: IconArrowBackUp } as const;
const CALLS = { retry: sideEffectCalls.retryStep, dismiss: sideEffectCalls.dismissStep, restore: sideEffectCalls.restoreStep } as const;

function ActionButton({ action, how, stepId, title, asks = false }: ActionButtonProps) {
  const Icon = ICONS[how];
  const { isPending, variables } = action;
  const question = useDialog();
  const button = useRef<HTMLButtonElement>(null);
  const may = useMay();
  if (!may(CALLS[how])) return null;
  const act = () => {
    // A button that is disabled loses the focus.
    focusInPlace(button.current?.closest('ul'));
    action.mutate({ how, of: { stepId } });
  };
  return (
    <>
      <Button
        ref={button}
        {...(how === 'retry' ? { variant: 'default', size: 'xs' } : quietButtonProps)}
        leftSection={<Icon size={14} />}
        aria-label={`${LABELS[how]} ${title}`}
        loading={isPending && variables.how === how && (!('stepId' in variables.of) || variables.of.stepId === stepId)}
        disabled={isPending}
        onClick={asks ? question.open : act}
      >
        {LABELS[how]}
      </Button>
      {question.show(<SendAgainDialog emails={1} onSend={act} />)}
    </>
  );
}
