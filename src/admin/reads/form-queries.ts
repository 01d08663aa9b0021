import { queryOptions, useQueries } from '@tanstack/react-query';
import { forStaff } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { call } from '#admin/session/call.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { eventCalls } from '#contract/events/event-calls.ts';
import type { Event } from '#contract/events/event.ts';
import type { Series, SeriesEdit } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { topicOf } from '#contract/live.ts';
import { LOSSES_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { followsOf, queryKeys, raiseCards, readAgain, SHOWN_EVENTS, type ShownEvents } from './query-keys.ts';

export const seriesCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.seriesCards,
    queryFn: ({ signal }) => call(formCalls.listEventSeries, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('signups_count') },
  });

const QUERY_OF = { visible: { show_on_form: 'true' }, disabled: { showOnlyDisabledEvents: 'true' }, all: {} } as const;

interface Reading {
  readonly id: string;
  readonly shown: ShownEvents;
  readonly signal: AbortSignal;
}

async function readSeries({ id, shown, signal }: Reading): Promise<ReadSeries> {
  const query = { ...QUERY_OF[shown], duplicates: 'false' };
  return { kind: 'series', ...forStaff(await call(formCalls.getEventSeries, { params: { id }, query, signal })) };
}

const readMarketingForm = async ({ id, signal }: Reading): Promise<ReadMarketingForm> => ({
  kind: 'marketing',
  ...forStaff(await call(formCalls.getForm, { params: { id }, signal })),
});

const queryOf = <Read extends ReadForm>(form: FormRef, shown: ShownEvents, read: (reading: Reading) => Promise<Read>) =>
  queryOptions({
    queryKey: queryKeys.read(form, shown),
    queryFn: ({ signal }) => read({ id: form.id, shown, signal }),
    meta: {
      follows: [topicOf(form), `fields/${form.id}`],
      raise: (before: ReadForm, id: string, added: number): ReadForm => {
        const [raised = before] = raiseCards('signups_count')([before], id, added);
        return raised.kind === 'series' ? { ...raised, events: raiseCards('submissions_count')(raised.events, id, added) } : raised;
      },
    },
  });

export const seriesQuery = (id: string, shown: ShownEvents) => queryOf({ kind: 'series', id }, shown, readSeries);

export const formQuery = (id: string) => queryOf({ kind: 'marketing', id }, 'all', readMarketingForm);

export const readFormQuery = (form: FormRef, shown: ShownEvents) =>
  queryOf<ReadForm>(form, shown, form.kind === 'series' ? readSeries : readMarketingForm);

/** The repeated addresses of its events, read separately since counting them takes longer than the rest of a large series. */
export const seriesDuplicatesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: queryKeys.seriesDuplicates(seriesId),
    queryFn: ({ signal }) => call(eventCalls.countSeriesDuplicates, { params: { id: seriesId }, signal }),
    meta: { follows: [`series/${seriesId}`] },
  });

/** After its events were changed: everything in the series, and the dashboard's cards. */
export const readSeriesAgain = (seriesId: string): Promise<unknown> => readAgain(queryKeys.series(seriesId), queryKeys.seriesCards);

export const formCardsQuery = () =>
  queryOptions({
    queryKey: queryKeys.formCards,
    queryFn: ({ signal }) => call(formCalls.listForms, { signal }),
    meta: { follows: ['dashboard'], raise: raiseCards('signups_count') },
  });

/** A series or marketing form as staff see it; only a series has events. */
export type ReadForm = ReadSeries | ReadMarketingForm;
export type ReadSeries = Series & { readonly kind: 'series' };
export type ReadMarketingForm = MarketingForm & { readonly kind: 'marketing' };

export const editSettings = async ({ kind, id }: FormRef, sent: { body: SeriesEdit; ifMatch?: number }) =>
  kind === 'series' ? call(formCalls.editEventSeries, { params: { id }, ...sent }) : call(formCalls.editForm, { params: { id }, ...sent });

/** The reads of a series or form in the cache, latest first. */
export const knownReads = (form: FormRef) =>
  SHOWN_EVENTS.flatMap((shown) => queryClient.getQueryState<ReadForm>(queryKeys.read(form, shown)) ?? []).toSorted(
    (one, other) => other.dataUpdatedAt - one.dataUpdatedAt,
  );

/** The title from the latest read, so that the header can show it immediately. */
export function knownTitle(form: FormRef): string | undefined {
  const card = queryClient.getQueryData<ReadForm[]>(queryKeys.cardsOf(form))?.find(({ id }) => id === form.id);
  return knownReads(form)[0]?.data?.title ?? card?.title;
}

/** The latest read of a series or form in the cache, without a new one. */
export const useKnownForm = (form: FormRef): ReadForm | undefined =>
  useQueries({
    queries: SHOWN_EVENTS.slice(0, form.kind === 'series' ? undefined : 1).map((shown) => ({
      ...readFormQuery(form, shown),
      enabled: false,
    })),
    combine: (reads) => reads.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]?.data,
  });

/** Whether everyone who signed up has a self-service page, as far as the cache knows. */
export function useHasSelfService(seriesId: string): boolean {
  const series = useKnownForm({ kind: 'series', id: seriesId });
  return series?.kind === 'series' && series.self_service;
}

export const eventQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventFields(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    // Only the event is needed, but the smallest page and the smallest `count_max` are 1.
    queryFn: async ({ signal }): Promise<Event> =>
      call(attendeeCalls.getEvent, { params: { id: seriesId, eventId }, query: { count_max: 1, limit: 1 }, signal }),
  });

/** How many submissions deleting an event would delete, as counted now. */
export const eventLossesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.eventLosses(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    queryFn: ({ signal }) =>
      call(eventCalls.countEventLosses, { params: { id: seriesId, eventId }, query: { count_max: LOSSES_COUNTED_MAX }, signal }),
    staleTime: 0,
  });
