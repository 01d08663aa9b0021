import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useStepCalls } from '#admin/steps/use-step-action.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { attendeeListCache } from '../attendee-list-cache.ts';

/** How often a row is reread while its steps run: live updates do not reach every network. */
const READ_INTERVAL_MS = 1_000;
/** The same once it takes a long time, such as while the services are down. */
const SLOW_INTERVAL_MS = 10_000;
const QUICK_READS = 12;

export type StepMutation = ReturnType<typeof useSubmissionStepAction>;

/** Reads a submission again into the lists and the panel that show it; once none of its steps runs, what counts them is stale. */
async function readAgain(scope: AttendeeScope, { id }: Submission): Promise<Submission | null> {
  const lists = attendeeListCache(scope);
  const now = await lists.readAgain(id);
  if (now?._status.state !== 'sending')
    await Promise.all([lists.invalidate(), queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps })]);
  return now ?? null;
}

export function useReadWhileSending(scope: AttendeeScope, submission: Submission): void {
  useQuery({
    queryKey: queryKeys.sending(submission.id),
    queryFn: async () => readAgain(scope, submission),
    enabled: submission._status.state === 'sending',
    staleTime: 0,
    // Not for one that was deleted in the meantime.
    refetchInterval: ({ state: { data, dataUpdateCount, status } }) =>
      data !== null && (dataUpdateCount < QUICK_READS && status !== 'error' ? READ_INTERVAL_MS : SLOW_INTERVAL_MS),
  });
}

export const useSubmissionStepAction = (scope: AttendeeScope, submission: Submission) =>
  useStepCalls({ onSuccess: async () => readAgain(scope, submission) });
