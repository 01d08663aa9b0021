import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconRefresh } from '#admin/ui/layout/icons.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { type StepName, stepName } from '#contract/steps.ts';
import { failedStep, NO_ERRORS_DURING_SUBMISSION } from '#contract/texts/staff.ts';
import type { Attendee } from '../attendee-row.ts';
import { SubmissionStatusNote } from './submission-status-note.tsx';
import classes from './submission-steps.module.css';
import { useRetrySteps } from './use-retry-steps.ts';

interface SubmissionStepsProps {
  scope: SubmissionScope;
  attendee: Attendee;
}

const isStepName = (name: string): name is StepName => stepName.safeParse(name).success;

/** The steps of a submission. Failed ones show their error and can be retried. */
export function SubmissionSteps({ scope, attendee: { submission, attempts } }: SubmissionStepsProps) {
  const retry = useRetrySteps(scope, submission);
  const { errors: steps, _status: status } = submission;
  const failed = steps.filter((step) => !step.success);
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
              {isStepName(step.step) ? <RetryButton retry={retry} step={step.step} /> : null}
            </li>
          ),
        )}
        {steps.length === 0 || status.state === 'sending' ? (
          <li className={classes.step}>
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
      </ul>
      {failed.length > 1 ? <RetryButton retry={retry} /> : null}
    </div>
  );
}

interface RetryButtonProps {
  retry: ReturnType<typeof useRetrySteps>;
  step?: StepName;
}

function RetryButton({ retry, step }: RetryButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} stroke={1.75} />}
      {...(step === undefined ? { mt: 8 } : { className: classes.retry, 'aria-label': `Retry ${step}` })}
      loading={retry.isPending && (retry.variables === undefined || retry.variables === step)}
      disabled={retry.isPending}
      onClick={() => retry.mutate(step)}
    >
      {step === undefined ? 'Retry all failed steps' : 'Retry'}
    </Button>
  );
}
