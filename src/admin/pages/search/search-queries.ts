import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { searchCalls } from '#contract/attendees/search.ts';

/** The series, forms, events and people that match these words. While new words are searched, the previous results stay. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: queryKeys.search(words),
    queryFn: ({ signal }) => call(searchCalls.search, { query: { q: words }, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    // Results must include what was added a moment ago.
    staleTime: 0,
  });

export const peopleQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.people(words),
    queryFn: ({ pageParam: cursor, signal }) => call(searchCalls.findPeople, { query: { q: words, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
