import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { calendarCalls } from '#contract/calendar.ts';

/** Not among the keys of the first script, which knows no feeds. */
const FEEDS_KEY = ['calendar-feeds'];

/** The feeds of the signed-in person. */
export const calendarFeedsQuery = () =>
  queryOptions({ queryKey: FEEDS_KEY, queryFn: ({ signal }) => call(calendarCalls.listCalendarFeeds, { signal }) });

/** Creates a feed of one series, or of all; only its answer has the address. */
export function useCreateFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (seriesId: string | undefined) =>
      call(calendarCalls.addCalendarFeed, { body: seriesId === undefined ? {} : { series_id: seriesId } }),
    onError: (error) => showFailure({ title: 'The calendar feed was not created.', text: messageOf(error) }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: FEEDS_KEY }),
  });
}

/** Removes a feed, so that its address stops working. */
export function useRemoveFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => call(calendarCalls.deleteCalendarFeed, { params: { id } }),
    onSuccess: () => showSuccess({ title: 'Calendar feed removed' }),
    onError: (error) => showFailure({ title: 'The calendar feed was not removed.', text: messageOf(error) }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: FEEDS_KEY }),
  });
}
