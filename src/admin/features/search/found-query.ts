import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';

/** The series, forms, events and people with these words; while new ones are looked for, those of the words before stay. */
export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: queryKeys.found(words),
    queryFn: ({ signal }) => call(api.search, { query: { q: words }, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    // What was added or deleted a moment ago counts.
    staleTime: 0,
  });
