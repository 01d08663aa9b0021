import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { Event } from '#contract/event.ts';

export const eventQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventFields(seriesId, eventId),
    // The event itself is wanted; a page of its attendees cannot be empty.
    queryFn: async ({ signal }): Promise<Event> => call(api.getEvent, { params: { id: seriesId, eventId }, query: { limit: 1 }, signal }),
  });

/** How many submissions the deletion of an event would delete, as counted now. */
export const eventLossesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventLosses(seriesId, eventId),
    queryFn: ({ signal }) => call(api.countEventLosses, { params: { id: seriesId, eventId }, signal }),
    staleTime: 0,
  });
