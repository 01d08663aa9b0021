import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#admin/api/query-keys.ts';
import { retrySteps } from '#admin/api/step-calls.ts';
import type { StepName } from '#contract/steps.ts';
import type { Submission } from '#contract/submission.ts';
import { editedAttendees } from './submission-mutations.ts';
import type { SubmissionOwner } from './submission-owner.ts';
import { untilSettled } from './until-settled.ts';

const PAGE_SIZE = 100;
const LOOK_TIMEOUT_MS = 10_000;

/** One submission of a list as it is now; a search by its address finds it, however far down the list it stands. */
async function readAgain(owner: SubmissionOwner, { id, email }: Submission): Promise<Submission | undefined> {
  const page = await owner.readPage({ search: email, limit: PAGE_SIZE }, AbortSignal.timeout(LOOK_TIMEOUT_MS));
  return page.submissions.find((each) => each.id === id);
}

/**
 * Has one failed step of a sign-up tried again, or all when none is named. The row shows how it goes on, and stays pending until
 * it has ended; counts are read again then (decision 33).
 */
export function useRetrySteps(owner: SubmissionOwner, submission: Submission) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (step: StepName | undefined) => {
      await retrySteps({ submissionId: submission.id, ...(step === undefined ? {} : { step }) });
      const lists = editedAttendees(queryClient, owner);
      await untilSettled({ look: () => readAgain(owner, submission), onSeen: (now) => lists.put([now]) });
      await Promise.all([lists.readCountsAgain(), queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps })]);
    },
  });
}
