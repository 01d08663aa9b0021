import { Box, Button } from '@mantine/core';
import { useRef } from 'react';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { useDates, useStartOfToday } from '#admin/ui/format/dates-context.tsx';
import { IconRefresh } from '#admin/ui/layout/icons.tsx';
import type { Submission, SubmissionStep } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { type StepName, stepName } from '#contract/steps/steps.ts';
import { stepTitle } from '#contract/texts/changes.ts';
import { NO_ERRORS_DURING_SUBMISSION } from '#contract/texts/staff.ts';
import { attemptText } from '../shown-attendee.ts';
import { type ListedStep, StepList } from './step-list.tsx';
import { SubmissionStatusNote } from './submission-status-note.tsx';
import { useReadWhileSending, useSubmissionStepAction } from './use-submission-step-action.ts';

interface SubmissionStepsProps {
  scope: AttendeeScope;
  submission: Submission;
  /** Whether the steps of registration changes are listed elsewhere. */
  isHistoryBeside?: boolean;
}

const isStepName = (name: string): name is StepName => stepName.safeParse(name).success;

/** A step of a registration change is named by its subject. */
function titleOf({ step: name, change_id: changeId }: SubmissionStep): string {
  const [step = name, about = ''] = name.split(': ');
  return changeId === undefined || !isStepName(step) ? name : stepTitle(step, about);
}

const keyOf = ({ step, change_id: changeId }: { readonly step: string; readonly change_id?: string | undefined }): string =>
  `${step} ${changeId}`;

export function SubmissionSteps({ scope, submission, isHistoryBeside = false }: SubmissionStepsProps) {
  const dates = useDates();
  const todayFrom = useStartOfToday();
  const action = useSubmissionStepAction(scope, submission);
  const whole = useRef<HTMLDivElement>(null);
  useReadWhileSending(scope, submission);
  const { errors, _status: status } = submission;
  const failed = new Map(status.failed_steps.map((step) => [keyOf(step), step]));
  const open = status.failed_steps.filter((step) => step.dismissed_by === null);
  const steps = errors
    .filter((step) => !isHistoryBeside || step.change_id === undefined)
    .map((step): ListedStep => {
      const key = keyOf(step);
      const failure = failed.get(key);
      return {
        key,
        id: failure?.id,
        title: titleOf(step),
        isDone: step.success,
        message: step.message,
        mailId: step.mail_id,
        next: failure && attemptText(failure, todayFrom, dates),
        isDismissed: failure?.dismissed_by !== null,
      };
    });
  return (
    <div ref={whole} tabIndex={-1}>
      {steps.some((step) => !step.isDone) ? null : (
        <Box component="p" mb={8} data-text="second">
          {NO_ERRORS_DURING_SUBMISSION}
        </Box>
      )}
      <StepList steps={steps} action={action}>
        {steps.length === 0 || status.state === 'sending' ? (
          <li data-row="top" data-text="second">
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
      </StepList>
      {open.length > 1 ? (
        <Button
          variant="default"
          size="xs"
          mt={8}
          leftSection={<IconRefresh size={14} />}
          loading={action.isPending && action.variables.how === 'retry' && !('stepId' in action.variables.of)}
          disabled={action.isPending}
          onClick={() =>
            action.mutate({ how: 'retry', of: { submissionId: submission.id } }, { onSettled: () => void moveLostFocus(whole.current) })
          }
        >
          Retry all failed steps
        </Button>
      ) : null}
    </div>
  );
}
