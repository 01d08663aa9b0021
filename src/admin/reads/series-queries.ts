import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { forStaff } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { api } from '#contract/api.ts';
import { queryKeys, type ShownEvents } from './query-keys.ts';

/** The dashboard's cards. */
export const seriesCardsQuery = () =>
  queryOptions({ queryKey: queryKeys.seriesCards, queryFn: ({ signal }) => call(api.listEventSeries, { signal }) });

const QUERY_OF = { visible: { show_on_form: 'true' }, disabled: { showOnlyDisabledEvents: 'true' }, all: {} } as const;

export const readSeries = async (id: string, shown: ShownEvents, signal: AbortSignal) =>
  forStaff(await call(api.getEventSeries, { params: { id }, query: { ...QUERY_OF[shown], duplicates: 'false' }, signal }));

/** One series with the chosen events, its fields and its settings. */
export const seriesQuery = (seriesId: string, shown: ShownEvents) =>
  queryOptions({ queryKey: queryKeys.seriesRead(seriesId, shown), queryFn: async ({ signal }) => readSeries(seriesId, shown, signal) });

/** The repeated addresses of its events, read separately since counting them takes longer than all else of a large series. */
export const seriesDuplicatesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: queryKeys.seriesDuplicates(seriesId),
    queryFn: ({ signal }) => call(api.countSeriesDuplicates, { params: { id: seriesId }, signal }),
  });

/** After its events were changed: everything of the series, and the dashboard's cards. */
export async function readSeriesAgain(queryClient: QueryClient, seriesId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId) }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}
