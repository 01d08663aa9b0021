import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { followsOf } from '#admin/reads/follows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';

export const historyKey = (scope: EventScope, { id: submissionId }: Submission): QueryKey => [
  ...queryKeys.submissions(scope),
  'history',
  submissionId,
];

/** The history of a submission; read again whenever its version or the state of its steps changes. */
export const historyQuery = (scope: EventScope, submission: Submission) =>
  queryOptions({
    queryKey: [...historyKey(scope, submission), submission._version, submission._status],
    placeholderData: keepPreviousData,
    meta: { follows: followsOf(scope) },
    queryFn: async ({ signal }) =>
      call(registrationCalls.getSubmissionHistory, { params: { ...scope, submissionId: submission.id }, signal }),
  });
