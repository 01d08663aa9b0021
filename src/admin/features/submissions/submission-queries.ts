import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { type AttendeeFilter, type AttendeeList, EVERY_ATTENDEE, listQuery } from './attendee-list.ts';

const PAGE_SIZE = 100;
const ADDRESSES_PAGE_SIZE = 500;
/** Beyond these pages the list is not read again by itself: each page is a call. */
const PAGES_READ_AGAIN_MAX = 3;

/** Key of every list of an event's attendees, in every filter and order. */
export const attendeesKey = (seriesId: string, eventId: string) => [...queryKeys.event(seriesId, eventId), 'attendees'] as const;

const isShort = (query: { state: { data?: { pages: unknown[] } } }): boolean =>
  (query.state.data?.pages.length ?? 0) <= PAGES_READ_AGAIN_MAX;

/** The attendees of an event, page by page (decision 21). */
export const attendeePagesQuery = (seriesId: string, eventId: string, list: AttendeeList, todayFrom: string) => {
  const query = listQuery(list, todayFrom);
  return infiniteQueryOptions({
    queryKey: [...attendeesKey(seriesId, eventId), query],
    queryFn: ({ pageParam, signal }) =>
      call(api.getEvent, {
        params: { id: seriesId, eventId },
        query: { ...query, limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });
};

/** How many attendees a filter has. */
export const filterCountQuery = (seriesId: string, eventId: string, filter: AttendeeFilter, todayFrom: string) => {
  const query = listQuery({ ...EVERY_ATTENDEE, filter }, todayFrom);
  return queryOptions({
    queryKey: [...queryKeys.event(seriesId, eventId), 'matches', query],
    queryFn: async ({ signal }) => {
      const page = await call(api.getEvent, { params: { id: seriesId, eventId }, query: { ...query, limit: 1 }, signal });
      return page.matches_count;
    },
  });
};

/** Every address of an event as it was typed, newest first; an address that signed up twice stands twice. */
export const addressesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.event(seriesId, eventId), 'addresses'],
    queryFn: async ({ signal }) => {
      const addresses: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { submissions: { email: string }[]; next_cursor: string | null } = await call(api.getEvent, {
          params: { id: seriesId, eventId },
          query: { limit: ADDRESSES_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
          signal,
        });
        addresses.push(...page.submissions.map((submission) => submission.email));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return addresses;
    },
    // Somebody may have signed up since: a mail must not miss them.
    staleTime: 0,
  });
