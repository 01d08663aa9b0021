import { type QueryClient, type QueryKey, queryOptions, useQueries } from '@tanstack/react-query';
import { forStaff } from '#admin/api/api-error.ts';
import { call } from '#admin/session/call.ts';
import { eventCalls } from '#contract/events/event-calls.ts';
import type { Series, SeriesEdit, SeriesSettings } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormSettings, MarketingForm } from '#contract/forms/marketing-form.ts';
import { topicOf } from '#contract/live.ts';
import { raiseCards } from './follows.ts';
import { queryKeys, readAgain, type ShownEvents } from './query-keys.ts';

export const seriesCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.seriesCards,
    queryFn: ({ signal }) => call(formCalls.listEventSeries, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('signups_count') },
  });

const QUERY_OF = { visible: { show_on_form: 'true' }, disabled: { showOnlyDisabledEvents: 'true' }, all: {} } as const;

async function readSeries(id: string, shown: ShownEvents, signal: AbortSignal): Promise<ReadSeries> {
  const query = { ...QUERY_OF[shown], duplicates: 'false' };
  return { kind: 'series', ...forStaff(await call(formCalls.getEventSeries, { params: { id }, query, signal })) };
}

/** The topic of a series or form, with its count and those of its events. */
const metaOf = (form: FormRef) => ({
  follows: [topicOf(form)],
  raise: (read: ReadForm, id: string, added: number): ReadForm => {
    const [raised = read] = raiseCards('signups_count')([read], id, added);
    return raised.kind === 'series' ? { ...raised, events: raiseCards('submissions_count')(raised.events, id, added) } : raised;
  },
});

/** One series with the chosen events, its fields and its settings. */
export const seriesQuery = (seriesId: string, shown: ShownEvents) =>
  queryOptions({
    queryKey: queryKeys.seriesRead(seriesId, shown),
    queryFn: async ({ signal }) => readSeries(seriesId, shown, signal),
    meta: metaOf({ kind: 'series', id: seriesId }),
  });

/** The repeated addresses of its events, read separately since counting them takes longer than all else of a large series. */
export const seriesDuplicatesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: queryKeys.seriesDuplicates(seriesId),
    queryFn: ({ signal }) => call(eventCalls.countSeriesDuplicates, { params: { id: seriesId }, signal }),
    meta: { follows: [`series/${seriesId}`] },
  });

/** After its events were changed: everything of the series, and the dashboard's cards. */
export const readSeriesAgain = (queryClient: QueryClient, seriesId: string): Promise<unknown> =>
  readAgain(queryClient, queryKeys.series(seriesId), queryKeys.seriesCards);

export const formCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.formCards,
    queryFn: ({ signal }) => call(formCalls.listForms, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('signups_count') },
  });

const readMarketingForm = async (id: string, signal: AbortSignal): Promise<ReadMarketingForm> => ({
  kind: 'marketing',
  ...forStaff(await call(formCalls.getForm, { params: { id }, signal })),
});

/** One marketing form with its settings, fields and number of submissions. */
export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: queryKeys.formRead(formId),
    queryFn: async ({ signal }) => readMarketingForm(formId, signal),
    meta: metaOf({ kind: 'marketing', id: formId }),
  });

/** A series or marketing form as staff read it; only a series has events. */
export type ReadForm = ReadSeries | ReadMarketingForm;
export type ReadSeries = Series & { readonly kind: 'series' };
type ReadMarketingForm = MarketingForm & { readonly kind: 'marketing' };

export const readFormQuery = ({ kind, id }: FormRef, shown: ShownEvents) =>
  queryOptions({
    queryKey: kind === 'series' ? queryKeys.seriesRead(id, shown) : queryKeys.formRead(id),
    queryFn: async ({ signal }): Promise<ReadForm> => (kind === 'series' ? readSeries(id, shown, signal) : readMarketingForm(id, signal)),
    meta: metaOf({ kind, id }),
  });

export const editSettings = async (
  { kind, id }: FormRef,
  sent: { body: SeriesEdit; ifMatch?: number },
): Promise<SeriesSettings | FormSettings> =>
  kind === 'series' ? call(formCalls.editEventSeries, { params: { id }, ...sent }) : call(formCalls.editForm, { params: { id }, ...sent });

/** The title from the latest read, so that the header can show it immediately. */
export function knownTitle(queryClient: QueryClient, form: FormRef): string | undefined {
  const card = queryClient.getQueryData<ReadForm[]>(queryKeys.cardsOf(form))?.find(({ id }) => id === form.id);
  const reads = queryClient.getQueriesData<ReadForm>({ queryKey: queryKeys.readsOf(form) }).filter(([, read]) => read !== undefined);
  const updatedAt = (key: QueryKey) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  const [latest] = reads.toSorted(([one], [other]) => updatedAt(other) - updatedAt(one));
  return latest?.[1]?.title ?? card?.title;
}

/** The latest read of a series or form in the cache, without another. */
export const useKnownForm = (form: FormRef): ReadForm | undefined =>
  useQueries({
    queries: (['visible', 'disabled', 'all'] as const)
      .slice(0, form.kind === 'series' ? undefined : 1)
      .map((shown) => ({ ...readFormQuery(form, shown), enabled: false })),
    combine: (reads) => reads.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]?.data,
  });

/** Whether everyone who signed up has a page of their own, as far as the cache says. */
export function useHasOwnPages(seriesId: string): boolean {
  const series = useKnownForm({ kind: 'series', id: seriesId });
  return series?.kind === 'series' && series.self_service;
}
