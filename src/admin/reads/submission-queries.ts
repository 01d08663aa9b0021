import { infiniteQueryOptions, keepPreviousData, queryOptions, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { queryClient } from '#admin/api/query-client.ts';
import { call } from '#admin/session/call.ts';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import { type AttendeeImport, importCalls } from '#contract/attendees/attendee-import.ts';
import {
  type ChosenAnswers,
  isOfRepeats,
  type PageQuery,
  pageQuerySchema,
  readAnswers,
  type Submission,
  type SubmissionPage,
} from '#contract/attendees/submission.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { registrationStatus } from '#contract/registrations/places.ts';
import { emailKey } from '#contract/rules/email.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import { LIST_SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { type AttendeePages, isLong } from './attendee-rows.ts';
import { knownReads } from './form-queries.ts';
import { followsOf, outside, queryKeys } from './query-keys.ts';

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
    queryFn: async ({ pageParam: cursor, signal }) => {
      const known = knownCount(scope, list);
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
export async function invalidateCounts(scope: AttendeeScope): Promise<void> {
  const others = outside(queryKeys.attendees(scope));
  const keys = [queryKeys.of(scope), queryKeys.cardsOf(scope), queryKeys.persons];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, ...others })));
}

/** Shows added attendees: lists start again, and their counts are read first, since a list must not take its count from an outdated card. */
export async function showAdded(scope: AttendeeScope): Promise<void> {
  await Promise.all([invalidateCounts(scope), queryClient.resetQueries({ queryKey: queryKeys.attendees(scope) })]);
}

/** The confirmed attendees of an event from the latest read of its series; undefined if none in the cache is up to date. */
function countOnCard(scope: AttendeeScope): number | undefined {
  if (scope.kind === 'marketing') return undefined; // The server stores a form's count, so it need not be counted.
  return knownReads(scope)
    .flatMap(({ isInvalidated, data }) => (!isInvalidated && data?.kind === 'series' ? data.events : []))
    .find(({ id }) => id === scope.eventId)?.submissions_count;
}

/** The card of a large event already has its count, so the pages of its list need not count again: they ask with `query`, and `complete` puts it in. */
export function knownCount(scope: AttendeeScope, list: AttendeeListParams) {
  const all = list.registration === undefined ? countOnCard(scope) : undefined;
  if (all === undefined || all <= LOOKED_THROUGH_MAX) return { query: {}, complete: (page: SubmissionPage) => page };
  const max = LOOKED_THROUGH_MAX + 1;
  return {
    query: { count_max: max },
    complete: (page: SubmissionPage): SubmissionPage =>
      page.submissions_count < max ? page : { ...page, submissions_count: all, ...(isNarrowed(list) ? {} : { matches_count: all }) },
  };
}

export const importsQuery = (scope: EventScope) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'imports'],
    queryFn: ({ signal }) => call(importCalls.listImports, { params: scope, signal }),
    meta: { follows: followsOf(scope) },
    staleTime: 0,
  });

/** One of the last uploads into an event; undefined while it is read, and for forms, which have none. */
export function useUpload(scope: AttendeeScope, importId: string | undefined): AttendeeImport | undefined {
  const event = scope.kind === 'series' ? scope : ({ kind: 'series', id: scope.id, eventId: '' } as const);
  const uploads = useQuery({ ...importsQuery(event), enabled: importId !== undefined && scope.kind === 'series' });
  return uploads.data?.find(({ id }) => id === importId);
}

/** `Upload ‘guests.csv’`; without the name while that is being read, or if the upload is no longer listed. */
export function useUploadLabel(scope: AttendeeScope, importId: string | undefined): string {
  const upload = useUpload(scope, importId);
  return upload === undefined ? 'Upload' : `Upload ‘${upload.file_name}’`;
}

export type AttendeeFilter = NonNullable<PageQuery['filter']>;
export type AttendeeSort = NonNullable<PageQuery['sort']>;

const { shape } = pageQuerySchema;

/** Takes the place of answers that cannot be read, so that their list is not taken for that of everyone. */
const UNREADABLE = '{"Filter":"could not be read"}';

const listSchema = z.object({
  search: z
    .string()
    .catch('')
    .transform((text) => text.slice(0, LIST_SEARCH_MAX_LENGTH)),
  filter: shape.filter.catch(undefined),
  import: shape.import.catch(undefined),
  answers: shape.answers.catch(UNREADABLE),
  /** Undefined is newest first. */
  sort: shape.sort.catch(undefined),
  direction: shape.direction.unwrap().catch('asc'),
  /** For an event: people who are not confirmed; undefined means those who are. */
  registration: registrationStatus.exclude(['confirmed']).optional().catch(undefined),
});

export type AttendeeListParams = Readonly<z.infer<typeof listSchema>>;

export const EVERY_ATTENDEE: AttendeeListParams = listSchema.parse({});

export const readSort = (name: string | null | undefined): AttendeeSort | undefined => shape.sort.safeParse(name).data;

/** The initial sort direction: numbers and times start with the largest. */
export const firstDirection = (sort: AttendeeSort | undefined): 'asc' | 'desc' =>
  sort === 'signups_count' || sort === 'submitted_at' ? 'desc' : 'asc';

/** The order after a click on a column's heading: in its initial direction, then the other, then newest first. */
export function nextOrder(list: AttendeeListParams, sort: AttendeeSort): AttendeeListParams {
  const first = firstDirection(sort);
  if (list.sort !== sort) return { ...list, sort, direction: first };
  if (list.direction !== first) return { ...list, sort: undefined, direction: 'asc' };
  return { ...list, direction: first === 'asc' ? 'desc' : 'asc' };
}

/** Reads the parameters of an address. Invalid ones are ignored. */
export const readAttendeeListParams = (params: URLSearchParams): AttendeeListParams => listSchema.parse(Object.fromEntries(params));

/** Writes the parameters into an address, without defaults. Other parameters are kept. */
export function writeAttendeeListParams(params: URLSearchParams, list: AttendeeListParams): URLSearchParams {
  const written = new URLSearchParams(params);
  const direction = list.sort !== undefined && list.direction === 'desc' ? 'desc' : undefined;
  for (const name of listSchema.keyof().options) {
    const value = name === 'direction' ? direction : list[name];
    if (value) written.set(name, value);
    else written.delete(name);
  }
  return written;
}

export const isNarrowed = (list: AttendeeListParams): boolean => list.search.trim() !== '' || list.filter !== undefined || isLimited(list);
export const isLimited = ({ import: upload, answers }: AttendeeListParams): boolean => upload !== undefined || answers !== undefined;

type Answers = Pick<AttendeeListParams, 'answers'>;

export const answersOfList = ({ answers = '{}' }: Answers): ChosenAnswers => readAnswers(answers) ?? {};

/** The list also limited to this answer, which replaces another to the same question; without it if it was already chosen. */
export function toggleAnswer<L extends Answers>(list: L, name: string, value: ChosenAnswers[string]): L {
  const { [name]: before, ...others } = answersOfList(list);
  const answers = before === value ? others : { ...others, [name]: value };
  return { ...list, answers: Object.keys(answers).length === 0 ? undefined : JSON.stringify(answers) };
}

/** Duplicates are grouped by address unless they are sorted otherwise. */
export const isGrouped = ({ sort, filter }: AttendeeListParams): boolean => sort === undefined && isOfRepeats({ filter });

/** The query parameters of the order; none for newest first. */
export function orderQuery(list: AttendeeListParams): Pick<PageQuery, 'sort' | 'direction'> {
  if (isGrouped(list)) return { sort: 'email', direction: 'asc' };
  return list.sort === undefined ? {} : { sort: list.sort, direction: list.direction };
}

/** The query parameters of the list. `todayFrom` is the start of the viewer's day. */
export function listQuery(list: AttendeeListParams, todayFrom: string) {
  const { filter, import: upload, answers, registration } = list;
  const search = list.search.trim() || undefined;
  return { search, filter, import: upload, answers, registration, ...orderQuery(list), today_from: todayFrom };
}
