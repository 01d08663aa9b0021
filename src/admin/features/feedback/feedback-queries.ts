import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';

/** The dashboard's cards (decision 20). */
export const feedbackCardsQuery = () =>
  queryOptions({ queryKey: queryKeys.feedbackCards, queryFn: ({ signal }) => call(api.listFeedback, { signal }) });

/** One list with its entries, newest first (decision 20). */
export const feedbackQuery = (listId: string) =>
  queryOptions({
    queryKey: queryKeys.feedback(listId),
    queryFn: ({ signal }) => call(api.getFeedback, { params: { id: listId }, signal }),
  });

/** The title as far as the dashboard has read it, so that the head of the page stands at once. */
export const knownFeedbackTitle = (queryClient: QueryClient, listId: string): string | undefined =>
  queryClient.getQueryData(feedbackCardsQuery().queryKey)?.find(({ id }) => id === listId)?.title;
