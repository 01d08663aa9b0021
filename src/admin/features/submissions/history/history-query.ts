import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import type { Submission } from '#contract/submission.ts';

/** What became of a submission; read again whenever it is another version, or its steps have moved on. */
export const historyQuery = ({ id, eventId }: Extract<SubmissionScope, { kind: 'series' }>, submission: Submission) =>
  queryOptions({
    queryKey: [...queryKeys.event(id, eventId), 'history', submission.id, submission._version, submission._status],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      call(registrationCalls.getSubmissionHistory, { params: { id, eventId, submissionId: submission.id }, signal }),
  });
