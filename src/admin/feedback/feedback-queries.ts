import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { feedbackCardsQuery } from '#admin/reads/feedback-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { feedbackCalls } from '#contract/feedback.ts';

/** More than a screenful; thousands of cards at once would be slow. */
const PAGE_ENTRIES = 60;

/** One list with its entries, newest first, page by page. */
export const feedbackQuery = (listId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feedback(listId),
    queryFn: ({ pageParam, signal }) =>
      call(feedbackCalls.getFeedback, {
        params: { id: listId },
        query: { limit: PAGE_ENTRIES, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    meta: { follows: [`feedback/${listId}`] },
  });

/** The title from the dashboard's read, so that the header can show it immediately. */
export const knownFeedbackTitle = (queryClient: QueryClient, listId: string): string | undefined =>
  queryClient.getQueryData(feedbackCardsQuery().queryKey)?.find(({ id }) => id === listId)?.title;
