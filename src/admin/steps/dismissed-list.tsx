import { Button } from '@mantine/core';
import { pathOfStep } from '#admin/reads/step-calls.ts';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import type { FailedStep } from '#contract/steps/attention.ts';
import { titleOfStep } from '#contract/texts/changes.ts';
import { notSentDismissed } from '#contract/texts/staff.ts';
import classes from './failed-step-row.module.css';
import { PersonLink } from './failed-step-row.tsx';
import { useStepAction } from './step-actions.ts';

/** Dismissed steps, last dismissed first, each of which can be brought back. */
export const DismissedList = ({ steps }: { steps: readonly FailedStep[] }) => (
  <ul data-box="card" data-ruled aria-label="Dismissed messages">
    {steps.map((step) => (
      <DismissedRow key={`${step.submission_id} ${step.step} ${step.change_id}`} step={step} />
    ))}
  </ul>
);

function DismissedRow({ step }: { step: FailedStep }) {
  const restore = useStepAction();
  return (
    <li className={classes.dismissedRow}>
      <PersonLink step={step} />
      <div className={classes.what} data-text="second" dir="auto">
        {step.event_title ?? step.title}
        <span className={classes.message} data-text="quiet">
          {step.message}
        </span>
      </div>
      <div data-text="quiet">
        {notSentDismissed(step.dismissed_by ?? '')}
        {step.dismissed_at === null ? null : (
          <>
            {', '}
            <RelativeTime at={step.dismissed_at} />
          </>
        )}
      </div>
      <Button
        {...toolButtonProps}
        leftSection={<IconArrowBackUp />}
        loading={restore.isPending}
        aria-label={`Bring back ${titleOfStep(step)} of ${fullName(step)}`}
        onClick={() => restore.mutate({ how: 'restore', of: pathOfStep(step) })}
      >
        Bring back
      </Button>
    </li>
  );
}
