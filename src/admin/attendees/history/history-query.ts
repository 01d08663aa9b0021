import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';

export type SeriesScope = Extract<AttendeeScope, { kind: 'series' }>;

/** Key prefix of the history of a submission. */
export const historyKey = ({ id, eventId }: SeriesScope, { id: submissionId }: Submission): QueryKey => [
  ...queryKeys.event(id, eventId),
  'history',
  submissionId,
];

/** What became of a submission; read again whenever it is another version, or its steps have moved on. */
export const historyQuery = (scope: SeriesScope, submission: Submission) =>
  queryOptions({
    queryKey: [...historyKey(scope, submission), submission._version, submission._status],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      call(registrationCalls.getSubmissionHistory, {
        params: { id: scope.id, eventId: scope.eventId, submissionId: submission.id },
        signal,
      }),
  });
