import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { eventCalls } from '#contract/events/event-calls.ts';
import type { Event } from '#contract/events/event.ts';
import { LOSSES_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { followsOf } from './follows.ts';
import { queryKeys } from './query-keys.ts';

export const eventQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventFields(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    // Only the event is needed, but the smallest page and the smallest `count_max` are 1.
    queryFn: async ({ signal }): Promise<Event> =>
      call(attendeeCalls.getEvent, { params: { id: seriesId, eventId }, query: { count_max: 1, limit: 1 }, signal }),
  });

/** How many submissions deleting an event would delete, as counted now. */
export const eventLossesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventLosses(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    queryFn: ({ signal }) =>
      call(eventCalls.countEventLosses, { params: { id: seriesId, eventId }, query: { count_max: LOSSES_COUNTED_MAX }, signal }),
    staleTime: 0,
  });
