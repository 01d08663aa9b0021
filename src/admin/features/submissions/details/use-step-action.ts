import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#admin/api/query-keys.ts';
import { dismissStep, restoreStep, retrySteps, type StepPath } from '#admin/api/step-calls.ts';
import { showStepFailure } from '#admin/ui/feedback/show-step-failure.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { Submission } from '#contract/submission.ts';
import { submissionCalls } from '../submission-calls.ts';
import { attendeeListCache } from '../submission-mutations.ts';
import { pollUntilSettled } from './poll-until-settled.ts';

const READ_TIMEOUT_MS = 10_000;

/** What to do with a failed step; with all of a submission that were not dismissed, where none is given. */
type StepAction =
  | { readonly how: 'retry'; readonly path?: StepPath | undefined }
  | { readonly how: 'dismiss' | 'restore'; readonly path: StepPath };

export type StepMutation = ReturnType<typeof useStepAction>;

async function send(submissionId: string, action: StepAction): Promise<void> {
  if (action.how === 'dismiss') await dismissStep(action.path);
  else if (action.how === 'restore') await restoreStep(action.path);
  else await retrySteps(action.path ?? { submissionId });
}

/** Retries, dismisses or brings back steps. It updates the row and stays pending until no step runs, then invalidates the counts. */
export function useStepAction(scope: SubmissionScope, submission: Submission) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: StepAction) => {
      await send(submission.id, action);
      const lists = attendeeListCache(queryClient, scope);
      await pollUntilSettled({
        read: async () =>
          (await submissionCalls(scope).readSome([submission.id], { registration: 'all', signal: AbortSignal.timeout(READ_TIMEOUT_MS) }))
            .submissions[0],
        onUpdate: (now) => lists.replace(now),
      });
      await Promise.all([lists.invalidate(), queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps })]);
    },
    onError: (error, { how }) => showStepFailure(how, error),
  });
}
