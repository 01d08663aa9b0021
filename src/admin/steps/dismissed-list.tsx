import { Box } from '@mantine/core';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import type { FailedStep } from '#contract/steps/attention.ts';
import { titleOfStep } from '#contract/texts/changes.ts';
import { notSentDismissed } from '#contract/texts/staff.ts';
import classes from './failed-step-row.module.css';
import { PersonLink } from './failed-step-row.tsx';
import { DISMISSED_ACTIONS } from './step-actions.tsx';

/** Dismissed steps, last dismissed first, each of which can be brought back. */
export const DismissedList = ({ steps }: { steps: readonly FailedStep[] }) => (
  <ul data-box="card" data-ruled aria-label="Dismissed messages">
    {steps.map((step) => (
      <DismissedRow key={step.id} step={step} />
    ))}
  </ul>
);

function DismissedRow({ step }: { step: FailedStep }) {
  const { tools } = useActions(DISMISSED_ACTIONS, step);
  return (
    <li className={classes.dismissedRow}>
      <PersonLink step={step} />
      <div data-text="second" dir="auto">
        {step.event_title ?? step.title}
        <Box component="span" display="block" data-text="hint">
          {step.message}
        </Box>
      </div>
      <div data-text="quiet">
        {notSentDismissed(step.dismissed_by ?? '')}
        {step.dismissed_at === null ? null : (
          <span>
            {', '}
            <RelativeTime at={step.dismissed_at} />
          </span>
        )}
      </div>
      <ToolButtons
        tools={tools}
        look={({ label }) => ({ ...toolButtonProps, 'aria-label': `${label} ${titleOfStep(step)} of ${fullName(step)}` })}
      />
    </li>
  );
}
