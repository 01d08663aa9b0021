import { Button } from '@mantine/core';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import type { FailedStep } from '#contract/steps/attention.ts';
import { titleOfStep } from '#contract/texts/changes.ts';
import { notSentDismissed } from '#contract/texts/staff.ts';
import card from './cause-card.module.css';
import classes from './failed-step-row.module.css';
import { PersonLink } from './failed-step-row.tsx';
import { useRestoreSteps } from './step-actions.ts';

/** Dismissed steps, last dismissed first, each of which can be brought back. */
export function DismissedList({ steps }: { steps: readonly FailedStep[] }) {
  return (
    <ul className={`${card.card} ${card.list}`} aria-label="Dismissed messages">
      {steps.map((step) => (
        <DismissedRow key={`${step.submission_id} ${step.step} ${step.change_id}`} step={step} />
      ))}
    </ul>
  );
}

function DismissedRow({ step }: { step: FailedStep }) {
  const restore = useRestoreSteps();
  return (
    <li className={classes.dismissedRow}>
      <PersonLink step={step} />
      <div className={classes.what} dir="auto">
        {step.event_title ?? step.title}
        <span className={classes.reason}>{step.message}</span>
      </div>
      <div className={classes.by}>
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
        onClick={() => restore.mutate(step)}
      >
        Bring back
      </Button>
    </li>
  );
}
