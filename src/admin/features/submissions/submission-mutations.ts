import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { EventWithSubmissions } from '#contract/submission.ts';
import type { NewAttendee } from './new-attendee.ts';
import { attendeesKey } from './submission-queries.ts';

type Pages = InfiniteData<EventWithSubmissions, string>;

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

/** Reads again what counts the attendees of an event; its own lists are left to the caller. */
async function readCountsAgain(queryClient: QueryClient, seriesId: string, eventId: string): Promise<void> {
  const lists = attendeesKey(seriesId, eventId);
  const isOther = (query: { queryKey: readonly unknown[] }) => !lists.every((part, index) => query.queryKey[index] === part);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId), predicate: isOther }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}

/** Adds an attendee by hand (decision 38). The lists start again at their first page, where the newest stand. */
export function useAddAttendee(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (attendee: NewAttendee) =>
      call(api.addSubmission, { params: { id: seriesId, eventId }, body: { ...attendee }, idempotencyKey: keyOf(attendee) }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.resetQueries({ queryKey: attendeesKey(seriesId, eventId) }),
        readCountsAgain(queryClient, seriesId, eventId),
      ]);
    },
  });
}

/**
 * Takes a submission out of an event (decision 1). The row goes from the loaded pages at once, which are not read
 * again: a list scrolled to its ten-thousandth row would be a hundred calls.
 */
export function useDeleteSubmission(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (submissionId: string) => call(api.deleteSubmission, { params: { id: seriesId, eventId, submissionId } }),
    onSuccess: async (_deleted, submissionId) => {
      const lists = attendeesKey(seriesId, eventId);
      queryClient.setQueriesData<Pages>({ queryKey: lists }, (pages) => withoutSubmission(pages, submissionId));
      await readCountsAgain(queryClient, seriesId, eventId);
    },
  });
}
