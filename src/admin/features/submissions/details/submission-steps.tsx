import { Button } from '@mantine/core';
import { messageOf } from '#admin/api/api-error.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
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

/** The steps of a submission. Failed ones show their error and can be retried. */
export function SubmissionSteps({ scope, attendee: { submission, attempts } }: SubmissionStepsProps) {
  const retry = useRetrySteps(scope, submission);
  const handleRetry = (step?: StepName) =>
    retry.mutate(step, { onError: (error) => showFailure({ title: 'Nothing was tried again.', text: messageOf(error) }) });
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
              <RetryStep
                step={step.step}
                isPending={retry.isPending && (retry.variables === undefined || retry.variables === step.step)}
                isDisabled={retry.isPending}
                onRetry={handleRetry}
              />
            </li>
          ),
        )}
        {steps.length === 0 || status.state === 'sending' ? (
          <li className={classes.step}>
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
      </ul>
      {failed.length > 1 ? (
        <Button
          {...buttonProps}
          mt={8}
          loading={retry.isPending && retry.variables === undefined}
          disabled={retry.isPending}
          onClick={() => handleRetry()}
        >
          Retry all failed steps
        </Button>
      ) : null}
    </div>
  );
}

const buttonProps = { variant: 'default', size: 'xs', leftSection: <IconRefresh size={14} stroke={1.75} /> } as const;

interface RetryStepProps {
  step: string;
  isPending: boolean;
  isDisabled: boolean;
  onRetry: (step: StepName) => void;
}

function RetryStep({ step, isPending, isDisabled, onRetry }: RetryStepProps) {
  const name = stepName.safeParse(step).data;
  if (name === undefined) return null;
  return (
    <Button
      {...buttonProps}
      className={classes.retry}
      loading={isPending}
      disabled={isDisabled}
      aria-label={`Retry ${name}`}
      onClick={() => onRetry(name)}
    >
      Retry
    </Button>
  );
}
