import { infiniteQueryOptions, type QueryState, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { Cause } from '#contract/side-effects/attention.ts';
import { type AttentionScope, scopeQuery, stepsOf } from './attention-scope.ts';

/** Workers retry steps by themselves, so what is listed changes while it is shown. */
const REFRESH_INTERVAL_MS = 5_000;
/** With so many steps the counts take a noticeable part of a second. */
const MANY = 10_000;
const REFRESH_INTERVAL_OF_MANY_MS = 30_000;

/** How many messages were not delivered. */
export const undeliveredQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'counts'],
    queryFn: async ({ signal }) => stepsOf(await call(api.countFailedSteps, { signal })),
  });

/** The causes of the failed steps with all counts, of one moment. */
export const causesQuery = (of: AttentionScope) =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'causes', scopeQuery(of)],
    queryFn: ({ signal }) => call(api.listCauses, { query: scopeQuery(of), signal }),
    // Not after a failed read, whose error and Retry would give way to the skeleton each time.
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      return stepsOf(data.counts) > MANY ? REFRESH_INTERVAL_OF_MANY_MS : REFRESH_INTERVAL_MS;
    },
  });

const lacksPage = ({ status, fetchMeta }: Pick<QueryState, 'status' | 'fetchMeta'>): boolean =>
  status === 'error' && fetchMeta?.fetchMore !== undefined;

/** Which steps to list: those of one cause, or those that were dismissed. */
export type StepSelection = Pick<Cause, 'service' | 'cause' | 'retrying'> | 'dismissed';

/** Failed steps, latest first, page by page. */
export const failedStepsQuery = (of: AttentionScope, selection: StepSelection) => {
  const query = {
    ...scopeQuery(of),
    ...(selection === 'dismissed'
      ? { dismissed: 'true' }
      : { service: selection.service, cause: selection.cause, retrying: String(selection.retrying) }),
  };
  return infiniteQueryOptions({
    queryKey: [...queryKeys.failedSteps, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      call(api.listFailedSteps, { query: { ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    // Not for several pages, since each is a call, nor after one failed to load, since its error would disappear.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 && !lacksPage(state) ? REFRESH_INTERVAL_MS : false),
  });
};
