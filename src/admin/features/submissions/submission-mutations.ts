import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { api } from '#contract/api.ts';
import type { Submission, SubmissionPage } from '#contract/submission.ts';
import { deleteEach } from './delete-each.ts';
import type { NewAttendee } from './new-attendee.ts';
import { attendeesKey, eventSubmissions, type SubmissionOwner } from './submission-owner.ts';

type Pages = InfiniteData<SubmissionPage, string>;

/** The loaded pages without these submissions. */
function withoutSubmissions(pages: Pages | undefined, gone: ReadonlySet<string>): Pages | undefined {
  if (pages === undefined) return pages;
  const found = pages.pages.reduce((sum, page) => sum + page.submissions.filter(({ id }) => gone.has(id)).length, 0);
  if (found === 0) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      submissions: page.submissions.filter(({ id }) => !gone.has(id)),
      submissions_count: page.submissions_count - found,
      matches_count: page.matches_count - found,
    })),
  };
}

/** Takes submissions out of all loaded lists. A list of which nothing loaded is left, though more matches, starts again. */
async function takeOut(queryClient: QueryClient, owner: SubmissionOwner, gone: ReadonlySet<string>): Promise<void> {
  const lists = { queryKey: attendeesKey(owner) };
  queryClient.setQueriesData<Pages>(lists, (pages) => withoutSubmissions(pages, gone));
  const emptied = queryClient
    .getQueriesData<Pages>(lists)
    .filter(([, data]) => (data?.pages[0]?.matches_count ?? 0) > 0 && data?.pages.every((page) => page.submissions.length === 0));
  await Promise.all(emptied.map(([queryKey]) => queryClient.resetQueries({ queryKey, exact: true })));
  await readCountsAgain(queryClient, owner);
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
    onSuccess: async (_deleted, submissionId) => takeOut(queryClient, owner, new Set([submissionId])),
  });
}

/** Does the same with many, and gives who is gone and who is not; the lists change once, at the end. */
export function useDeleteEach(owner: SubmissionOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ submissions, onProgress }: { submissions: readonly Submission[]; onProgress: (through: number) => void }) =>
      deleteEach(submissions, (submissionId) => owner.remove(submissionId), onProgress),
    onSuccess: async ({ gone }) => takeOut(queryClient, owner, gone),
  });
}
