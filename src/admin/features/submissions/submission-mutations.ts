import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { api } from '#contract/api.ts';
import type { Submission, SubmissionPage } from '#contract/submission.ts';
import type { NewAttendee } from './new-attendee.ts';
import { attendeesKey, eventSubmissions, type SubmissionOwner } from './submission-owner.ts';

type Pages = InfiniteData<SubmissionPage, string>;

/** The loaded pages without one submission. */
function withoutSubmission(pages: Pages | undefined, submissionId: string): Pages | undefined {
  if (!pages?.pages.some((page) => page.submissions.some(({ id }) => id === submissionId))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      submissions: page.submissions.filter(({ id }) => id !== submissionId),
      submissions_count: page.submissions_count - 1,
      matches_count: page.matches_count - 1,
    })),
  };
}

/** The loaded pages with submissions as they are now. */
function withSubmissions(pages: Pages | undefined, now: readonly Submission[]): Pages | undefined {
  const byId = new Map(now.map((submission) => [submission.id, submission]));
  if (!pages?.pages.some((page) => page.submissions.some(({ id }) => byId.has(id)))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, submissions: page.submissions.map((each) => byId.get(each.id) ?? each) })),
  };
}

/** Reads again what counts the submissions of an event or a form; its own lists are left to the caller. */
async function readCountsAgain(queryClient: QueryClient, owner: SubmissionOwner): Promise<void> {
  const lists = attendeesKey(owner);
  const isOther = (query: { queryKey: readonly unknown[] }) => !lists.every((part, index) => query.queryKey[index] === part);
  await Promise.all(owner.countedIn.map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate: isOther })));
}

/** Adds an attendee by hand (decision 38). The lists start again at their first page, where the newest stand. */
export function useAddAttendee(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (attendee: NewAttendee) =>
      call(api.addSubmission, { params: { id: seriesId, eventId }, body: { ...attendee }, idempotencyKey: keyOf(attendee) }),
    onSuccess: async () => {
      const owner = eventSubmissions(seriesId, eventId);
      await Promise.all([queryClient.resetQueries({ queryKey: attendeesKey(owner) }), readCountsAgain(queryClient, owner)]);
    },
  });
}

/**
 * What becomes of the loaded lists when attendees are edited: their rows change where they stand, and the lists are not read
 * again before they are shown anew, in which the edited may stand elsewhere.
 */
export function editedAttendees(queryClient: QueryClient, owner: SubmissionOwner) {
  const lists = { queryKey: attendeesKey(owner) };
  return {
    put: (now: readonly Submission[]) => queryClient.setQueriesData<Pages>(lists, (pages) => withSubmissions(pages, now)),
    readCountsAgain: async () => {
      await queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
      await readCountsAgain(queryClient, owner);
    },
  };
}

/**
 * Takes a submission out of an event, or out of its form (decision 1). The row goes from the loaded pages at once, which are not read
 * again: a list scrolled to its ten-thousandth row would be a hundred calls.
 */
export function useDeleteSubmission(owner: SubmissionOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (submissionId: string) => owner.remove(submissionId),
    onSuccess: async (_deleted, submissionId) => {
      queryClient.setQueriesData<Pages>({ queryKey: attendeesKey(owner) }, (pages) => withoutSubmission(pages, submissionId));
      await readCountsAgain(queryClient, owner);
    },
  });
}
