import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { type StepName, stepName } from '#contract/side-effects/steps.ts';
import { failedStep, NO_ERRORS_DURING_SUBMISSION } from '#contract/texts/staff.ts';
import type { Attendee } from '../attendee-row.ts';
import { SubmissionStatusNote } from './submission-status-note.tsx';
import classes from './submission-steps.module.css';
import { useStepAction } from './use-step-action.ts';

interface SubmissionStepsProps {
  scope: SubmissionScope;
  attendee: Attendee;
}

const isStepName = (name: string): name is StepName => stepName.safeParse(name).success;

/** The steps of a submission. Failed ones show their error and can be retried or dismissed. */
export function SubmissionSteps({ scope, attendee: { submission, attempts } }: SubmissionStepsProps) {
  const action = useStepAction(scope, submission);
  const { errors: steps, _status: status } = submission;
  const failed = steps.filter((step) => !step.success);
  const open = new Set<string>(status.failed_steps.filter((step) => step.dismissed_by === null).map((step) => step.step));
  return (
    <div>
      {failed.length > 0 ? null : <p className={classes.fine}>{NO_ERRORS_DURING_SUBMISSION}</p>}
      <ul className={classes.steps}>
        {steps.map((step) =>
          step.success ? (
            <li key={step.step} className={classes.step}>
              <IconCircleCheck role="img" aria-label="Done" className={classes.good} />
              <span>{step.step}</span>
            </li>
          ) : (
            <li key={step.step} className={classes.step}>
              <IconAlertCircle aria-hidden="true" className={classes.bad} />
              <span className={classes.words}>
                <span className={classes.failure} dir="auto">
                  {failedStep(step.step, step.message)}
                </span>
                <span className={classes.next}>{attempts.get(step.step)}</span>
              </span>
              {isStepName(step.step) ? (
                <span className={classes.actions}>
                  <ActionButton action={action} how="retry" step={step.step} />
                  <ActionButton action={action} how={open.has(step.step) ? 'dismiss' : 'restore'} step={step.step} />
                </span>
              ) : null}
            </li>
          ),
        )}
        {steps.length === 0 || status.state === 'sending' ? (
          <li className={classes.step}>
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
      </ul>
      {open.size > 1 ? (
        <Button
          variant="default"
          size="xs"
          mt={8}
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          loading={action.isPending && action.variables.how === 'retry' && action.variables.step === undefined}
          disabled={action.isPending}
          onClick={() => action.mutate({ how: 'retry' })}
        >
          Retry all failed steps
        </Button>
      ) : null}
    </div>
  );
}

interface ActionButtonProps {
  action: ReturnType<typeof useStepAction>;
  how: 'retry' | 'dismiss' | 'restore';
  step: StepName;
}

const LABELS = { retry: 'Retry', dismiss: 'Dismiss', restore: 'Bring back' } as const;
const ICONS = { retry: IconRefresh, dismiss: IconX, restore: IconArrowBackUp } as const;

function ActionButton({ action, how, step }: ActionButtonProps) {
  const Icon = ICONS[how];
  const { isPending, variables } = action;
  return (
    <Button
      variant={how === 'retry' ? 'default' : 'subtle'}
      {...(how === 'retry' ? {} : { color: 'gray', fw: 400 })}
      size="xs"
      leftSection={<Icon size={14} stroke={1.75} />}
      aria-label={`${LABELS[how]} ${step}`}
      loading={isPending && variables.how === how && (variables.step ?? step) === step}
      disabled={isPending}
      onClick={() => action.mutate({ how, step })}
    >
      {LABELS[how]}
    </Button>
  );
}
