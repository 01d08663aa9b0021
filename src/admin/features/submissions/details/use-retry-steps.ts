import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { retrySteps } from '#admin/api/step-calls.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { StepName } from '#contract/steps.ts';
import type { Submission } from '#contract/submission.ts';
import { findSubmission } from '../submission-calls.ts';
import { attendeeListCache } from '../submission-mutations.ts';
import { pollUntilSettled } from './poll-until-settled.ts';

const READ_TIMEOUT_MS = 10_000;

/**
 * Retries one failed step of a submission, or all if none is given. It updates the row and stays pending until the steps are
 * done, then invalidates the counts.
 */
export function useRetrySteps(scope: SubmissionScope, submission: Submission) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (step: StepName | undefined) => {
      await retrySteps({ submissionId: submission.id, ...(step === undefined ? {} : { step }) });
      const lists = attendeeListCache(queryClient, scope);
      await pollUntilSettled({
        read: () => findSubmission(scope, submission, AbortSignal.timeout(READ_TIMEOUT_MS)),
        onUpdate: (now) => lists.replace(now),
      });
      await Promise.all([lists.invalidate(), queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps })]);
    },
    onError: (error) => showFailure({ title: 'Nothing was tried again.', text: messageOf(error) }),
  });
}
