import { infiniteQueryOptions, keepPreviousData, queryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { SubmissionPage } from '#contract/submission.ts';
import { type AttendeeList, listQuery } from './attendee-list.ts';
import { attendeesKey, type SubmissionOwner } from './submission-owner.ts';

const PAGE_SIZE = 100;
const ADDRESSES_PAGE_SIZE = 500;
/** Beyond these pages the list is not read again by itself: each page is a call. */
const PAGES_READ_AGAIN_MAX = 3;

const isShort = (query: { state: { data?: { pages: unknown[] } } }): boolean =>
  (query.state.data?.pages.length ?? 0) <= PAGES_READ_AGAIN_MAX;

/** The attendees of an event or a form, page by page (decision 21). */
export const attendeePagesQuery = (owner: SubmissionOwner, list: AttendeeList, todayFrom: string) => {
  const query = listQuery(list, todayFrom);
  return infiniteQueryOptions({
    queryKey: [...attendeesKey(owner), query],
    queryFn: ({ pageParam, signal }) =>
      owner.readPage({ ...query, limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });
};

/** What reading a list page by page needs. */
export type PagedRead = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Asks for the next page of a list whose end is near; undefined when there is none or one is under way. After a failure only a person asks again. */
export const askForMore = (read: PagedRead): (() => void) | undefined =>
  read.hasNextPage && !read.isFetching && !read.isFetchNextPageError ? () => void read.fetchNextPage() : undefined;

const LATEST = 5;

/** The attendees who signed up last: some to show something with. */
export const latestAttendeesQuery = (owner: SubmissionOwner) =>
  queryOptions({
    queryKey: [...owner.key, 'latest'],
    queryFn: async ({ signal }) => (await owner.readPage({ limit: LATEST }, signal)).submissions,
  });

/** How many attendees each filter has; `todayFrom` is when the viewer's day started. */
export const filterCountsQuery = (owner: SubmissionOwner, todayFrom: string) =>
  queryOptions({
    queryKey: [...owner.key, 'counts', todayFrom],
    queryFn: ({ signal }) => owner.countFilters({ today_from: todayFrom }, signal),
  });

/** Every address of an event or a form as it was typed, newest first; an address that signed up twice stands twice. */
export const addressesQuery = (owner: SubmissionOwner) =>
  queryOptions({
    queryKey: [...owner.key, 'addresses'],
    queryFn: async ({ signal }) => {
      const addresses: string[] = [];
      let cursor: string | null = null;
      do {
        const page: SubmissionPage = await owner.readPage({ limit: ADDRESSES_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }, signal);
        addresses.push(...page.submissions.map((submission) => submission.email));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return addresses;
    },
    // Somebody may have signed up since: a mail must not miss them.
    staleTime: 0,
  });
