import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { Person } from '#contract/person.ts';
import type { Submission, SubmissionPage } from '#contract/submission.ts';
import { deleteSubmissions } from './dialogs/delete-submissions.ts';
import type { AttendeeBody } from './dialogs/new-attendee.ts';
import { attendeesKey, submissionCalls } from './submission-calls.ts';
import { invalidateCounts, showAdded } from './submission-queries.ts';

type Pages = InfiniteData<SubmissionPage, string>;
type PersonPages = InfiniteData<Person, string>;

/** Replaces or, for an empty list, removes those of the submissions that are in the pages. */
function changeSubmissions(pages: Pages | undefined, ids: ReadonlySet<string>, now: readonly Submission[]): Pages | undefined {
  const found = pages?.pages.flatMap(({ submissions }) => submissions).filter(({ id }) => ids.has(id)).length ?? 0;
  if (pages === undefined || found === 0) return pages;
  const removed = now.length === 0 ? found : 0;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      submissions: page.submissions.flatMap((submission) => (ids.has(submission.id) ? now : submission)),
      submissions_count: page.submissions_count - removed,
      matches_count: page.matches_count - removed,
    })),
  };
}

/** Replaces the submission in the panel of its person. */
const changeSignUp = (person: PersonPages | undefined, now: Submission): PersonPages | undefined =>
  person && {
    ...person,
    pages: person.pages.map((page) => ({
      ...page,
      signups: page.signups.map((signUp) => (signUp.submission.id === now.id ? { ...signUp, submission: now } : signUp)),
    })),
  };

/** Removes deleted submissions from all cached lists. A list without loaded rows, but with more on the server, is reset. */
async function removeFromLists(queryClient: QueryClient, scope: SubmissionScope, deletedIds: ReadonlySet<string>): Promise<void> {
  const lists = { queryKey: attendeesKey(scope) };
  queryClient.setQueriesData<Pages>(lists, (pages) => changeSubmissions(pages, deletedIds, []));
  const withoutRows = queryClient
    .getQueriesData<Pages>(lists)
    .filter(([, data]) => (data?.pages[0]?.matches_count ?? 0) > 0 && data?.pages.every((page) => page.submissions.length === 0));
  await Promise.all(withoutRows.map(([queryKey]) => queryClient.resetQueries({ queryKey, exact: true })));
  await invalidateCounts(queryClient, scope);
}

/** Adds an attendee. */
export function useAddAttendee(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (attendee: AttendeeBody) =>
      call(api.addSubmission, { params: { id: seriesId, eventId }, body: attendee, idempotencyKey: keyOf(attendee) }),
    onSuccess: async () => showAdded(queryClient, { kind: 'series', id: seriesId, eventId }),
  });
}

/**
 * Updates the cached lists after edits of attendees. Rows are replaced in place, and the lists are refetched only when they are
 * next shown, because the new order would move rows while staff edit them.
 */
export function attendeeListCache(queryClient: QueryClient, scope: SubmissionScope) {
  const lists = { queryKey: attendeesKey(scope) };
  return {
    replace: (now: Submission) => {
      queryClient.setQueriesData<Pages>(lists, (pages) => changeSubmissions(pages, new Set([now.id]), [now]));
      queryClient.setQueriesData<PersonPages>({ queryKey: queryKeys.persons }, (person) => changeSignUp(person, now));
    },
    invalidate: async () => {
      await queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
      await invalidateCounts(queryClient, scope);
    },
  };
}

/**
 * Removes a submission from an event or a marketing form. The row is removed from the cached pages without refetching them: a
 * list scrolled to its ten-thousandth row would take a hundred calls.
 */
export function useDeleteSubmission(scope: SubmissionScope) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (submissionId: string) => submissionCalls(scope).remove(submissionId),
    onSuccess: async (_deleted, submissionId) => removeFromLists(queryClient, scope, new Set([submissionId])),
  });
}

/** Removes many submissions, one call each. The lists change once, at the end. */
export function useDeleteSubmissions(scope: SubmissionScope) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ submissions, onProgress }: { submissions: readonly Submission[]; onProgress: (doneCount: number) => void }) =>
      deleteSubmissions(submissions, (submissionId) => submissionCalls(scope).remove(submissionId), onProgress),
    onSuccess: async ({ deletedIds }) => removeFromLists(queryClient, scope, deletedIds),
  });
}
