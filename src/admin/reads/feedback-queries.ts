import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { raiseCards } from './follows.ts';
import { queryKeys } from './query-keys.ts';

/** The feedback lists, as the cards of the dashboard. */
export const feedbackCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.feedbackCards,
    queryFn: ({ signal }) => call(feedbackCalls.listFeedback, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('count') },
  });
