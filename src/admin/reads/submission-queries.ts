import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { PageQuery, Submission, SubmissionPage } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { emailKey } from '#contract/rules/email.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import { type AttendeeListParams, EVERY_ATTENDEE, isNarrowed, listQuery } from './attendee-list-params.ts';
import { type AttendeePages, isLong } from './attendee-rows.ts';
import { followsOf } from './follows.ts';
import { knownReads } from './form-queries.ts';
import { outside, queryKeys } from './query-keys.ts';

const PAGE_SIZE = 100;
const ALL_PAGES_SIZE = 500;
/** For pages whose counts are not shown. */
const UNCOUNTED = { count_max: 1 };
const isShort = ({ state }: { state: { data?: AttendeePages } }): boolean => !isLong(state.data);

/** A page of the submissions of an event or marketing form. */
export const readPage = async (scope: AttendeeScope, query: PageQuery, signal?: AbortSignal): Promise<SubmissionPage> =>
  call(attendeeCallsOf[scope.kind].page, { params: scope, query, signal });

/** Submissions by their ids; of an event, those in one of its lists. */
export const readSome = (scope: AttendeeScope, ids: readonly string[], list: Pick<PageQuery, 'registration'> = {}) =>
  call(attendeeCallsOf[scope.kind].some, { params: scope, query: { ids: ids.join(','), ...(scope.kind === 'series' && list) } });

export const attendeePagesQuery = (scope: AttendeeScope, list: AttendeeListParams, todayFrom: string) => {
  const query = listQuery(list, todayFrom);
  return infiniteQueryOptions({
    queryKey: [...queryKeys.attendees(scope), query],
    queryFn: async ({ client, pageParam: cursor, signal }) => {
      const known = knownCount(client, scope, list);
      return known.complete(await readPage(scope, { ...query, ...known.query, limit: PAGE_SIZE, cursor }, signal));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });
};

/** Loads the next page; undefined if there is none or a page is loading. After a failure only the Retry button loads it. */
export const nextPageLoader = (read: UseInfiniteQueryResult): (() => void) | undefined =>
  read.hasNextPage && !read.isFetching && !read.isFetchNextPageError ? () => void read.fetchNextPage() : undefined;

const SAME_ADDRESS_MAX = 20;

export const sameAddressQuery = (scope: AttendeeScope, address: string) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'same address', address],
    meta: { follows: followsOf(scope) },
    queryFn: async ({ signal }) => {
      const { submissions } = await readPage(scope, { search: address, limit: SAME_ADDRESS_MAX, ...UNCOUNTED }, signal);
      return submissions.filter(({ email }) => emailKey(email) === address);
    },
  });

const LATEST_MAX = 5;

export const latestAttendeesQuery = (scope: AttendeeScope) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'latest'],
    meta: { follows: followsOf(scope) },
    queryFn: async ({ signal }) => (await readPage(scope, { limit: LATEST_MAX, ...UNCOUNTED }, signal)).submissions,
  });

/** The number of attendees for each filter, within the upload and the answers of a list; `todayFrom` is the start of the viewer's day. */
export const filterCountsQuery = (
  scope: AttendeeScope,
  { search, import: upload, answers, registration }: AttendeeListParams,
  todayFrom: string,
) => {
  const query = listQuery({ ...EVERY_ATTENDEE, search, import: upload, answers, registration }, todayFrom);
  return queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'counts', query],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(attendeeCallsOf[scope.kind].counts, { params: scope, query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const answerCountsQuery = (scope: AttendeeScope) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'answers'],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(attendeeCallsOf[scope.kind].answers, { params: scope, signal }),
  });

/** What `pick` returns for each matching submission, newest first. */
export async function readAll<Picked>(
  scope: AttendeeScope,
  { signal, ...query }: PageQuery & { signal?: AbortSignal },
  pick: (submission: Submission) => Picked,
): Promise<Picked[]> {
  const all: Picked[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(scope, { ...query, ...UNCOUNTED, limit: ALL_PAGES_SIZE, cursor }, signal);
    all.push(...page.submissions.map(pick));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

export const allAttendeesQuery = (scope: AttendeeScope, list: AttendeeListParams, todayFrom: string) => {
  const query = listQuery(list, todayFrom);
  return queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'all', query],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => readAll(scope, { ...query, signal }, (submission) => submission),
    staleTime: 0,
  });
};

/** Invalidates all queries that show or count the submissions of the scope, except its own lists. */
export async function invalidateCounts(queryClient: QueryClient, scope: AttendeeScope): Promise<void> {
  const others = outside(queryKeys.attendees(scope));
  const keys = [queryKeys.of(scope), queryKeys.cardsOf(scope), queryKeys.persons];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, ...others })));
}

/** Shows added attendees: lists start again, and their counts are read first, since a list must not take its count from an outdated card. */
export async function showAdded(queryClient: QueryClient, scope: AttendeeScope): Promise<void> {
  await Promise.all([invalidateCounts(queryClient, scope), queryClient.resetQueries({ queryKey: queryKeys.attendees(scope) })]);
}

/** The confirmed attendees of an event from the latest read of its series; undefined if none in the cache is up to date. */
function countOnCard(queryClient: QueryClient, scope: AttendeeScope): number | undefined {
  if (scope.kind === 'marketing') return undefined; // The server stores a form's count, so it need not be counted.
  return knownReads(queryClient, scope)
    .flatMap(({ isInvalidated, data }) => (!isInvalidated && data?.kind === 'series' ? data.events : []))
    .find(({ id }) => id === scope.eventId)?.submissions_count;
}

/** The card of a large event already has its count, so the pages of its list need not count again: they ask with `query`, and `complete` puts it in. */
export function knownCount(queryClient: QueryClient, scope: AttendeeScope, list: AttendeeListParams) {
  const all = list.registration === undefined ? countOnCard(queryClient, scope) : undefined;
  if (all === undefined || all <= LOOKED_THROUGH_MAX) return { query: {}, complete: (page: SubmissionPage) => page };
  const max = LOOKED_THROUGH_MAX + 1;
  return {
    query: { count_max: max },
    complete: (page: SubmissionPage): SubmissionPage =>
      page.submissions_count < max ? page : { ...page, submissions_count: all, ...(isNarrowed(list) ? {} : { matches_count: all }) },
  };
}
