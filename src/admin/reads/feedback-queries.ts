import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import { call } from '#admin/session/call.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { queryKeys, raiseCards } from './query-keys.ts';

export const feedbackCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.feedbackCards,
    queryFn: ({ signal }) => call(feedbackCalls.listFeedback, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('count') },
  });

/** More than a screenful; thousands of cards together would be slow. */
const PAGE_ENTRIES = 60;

export const feedbackQuery = (listId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feedback(listId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(feedbackCalls.getFeedback, { params: { id: listId }, query: { limit: PAGE_ENTRIES, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    meta: { follows: [`feedback/${listId}`] },
  });

/** The title from the dashboard's read, so that the header can show it immediately. */
export const knownFeedbackTitle = (listId: string): string | undefined =>
  queryClient.getQueryData(feedbackCardsQuery().queryKey)?.find(({ id }) => id === listId)?.title;
