import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#admin/api/query-keys.ts';
import { retrySteps } from '#admin/api/step-calls.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { StepName } from '#contract/steps.ts';
import type { Submission } from '#contract/submission.ts';
import { submissionCalls } from '../submission-calls.ts';
import { attendeeListCache } from '../submission-mutations.ts';
import { pollUntilSettled } from './poll-until-settled.ts';

const PAGE_SIZE = 100;
const READ_TIMEOUT_MS = 10_000;

/** Refetches one submission. The search by its address finds it wherever it is in the list. */
async function refetchSubmission(scope: SubmissionScope, { id, email }: Submission): Promise<Submission | undefined> {
  const page = await submissionCalls(scope).readPage({ search: email, limit: PAGE_SIZE }, AbortSignal.timeout(READ_TIMEOUT_MS));
  return page.submissions.find((each) => each.id === id);
}

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
      await pollUntilSettled({ read: () => refetchSubmission(scope, submission), onUpdate: (now) => lists.replace([now]) });
      await Promise.all([lists.invalidate(), queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps })]);
    },
  });
}
