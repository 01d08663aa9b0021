import { type QueryClient, queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { forStaff } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { api } from '#contract/api.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { queryKeys, type ShownEvents } from './query-keys.ts';

/** The dashboard's cards. */
export const seriesCardsQuery = () =>
  queryOptions({ queryKey: queryKeys.seriesCards, queryFn: ({ signal }) => call(api.listEventSeries, { signal }) });

const QUERY_OF = { visible: { show_on_form: 'true' }, disabled: { showOnlyDisabledEvents: 'true' }, all: {} } as const;

/** One series with the chosen events, its fields and its settings. */
export const seriesQuery = (seriesId: string, shown: ShownEvents) =>
  queryOptions({
    queryKey: queryKeys.seriesRead(seriesId, shown),
    queryFn: async ({ signal }) =>
      forStaff(await call(api.getEventSeries, { params: { id: seriesId }, query: { ...QUERY_OF[shown], duplicates: 'false' }, signal })),
  });

/** The repeated addresses of its events, read separately since counting them takes longer than all else of a large series. */
export const seriesDuplicatesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: queryKeys.seriesDuplicates(seriesId),
    queryFn: ({ signal }) => call(api.countSeriesDuplicates, { params: { id: seriesId }, signal }),
  });

/** The title from an earlier read, so that the header can show it at once. */
export function knownTitle(queryClient: QueryClient, seriesId: string): string | undefined {
  const card = queryClient.getQueryData(seriesCardsQuery().queryKey)?.find(({ id }) => id === seriesId);
  const reads = (['visible', 'disabled', 'all'] as const).map((shown) => queryClient.getQueryData(seriesQuery(seriesId, shown).queryKey));
  return reads.find((read) => read !== undefined)?.title ?? card?.title;
}

const newest = (reads: UseQueryResult<Series>[]): Series | undefined =>
  reads.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]?.data;

/** The latest read of a series in the cache, without another. */
const useReadSeries = (seriesId: string): Series | undefined =>
  useQueries({
    queries: (['visible', 'disabled', 'all'] as const).map((shown) => ({ ...seriesQuery(seriesId, shown), enabled: false })),
    combine: newest,
  });

/** The latest title in the cache. */
export const useReadTitle = (seriesId: string): string | undefined => useReadSeries(seriesId)?.title;

/** Whether everybody who signed up has a page of their own, as far as the cache says. */
export const useHasOwnPages = (seriesId: string): boolean => useReadSeries(seriesId)?.self_service === true;

/** After its events were changed: everything of the series, and the dashboard's cards. */
export async function readSeriesAgain(queryClient: QueryClient, seriesId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId) }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}
