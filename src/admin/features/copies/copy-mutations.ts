import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { readSeriesAgain } from '#admin/features/event-series/series-queries.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { copyCalls, type SeriesCopy } from '#contract/copy.ts';
import type { Series } from '#contract/event-series.ts';
import type { Event } from '#contract/event.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { counted } from '#contract/texts/counts.ts';
import type { eventCopyBody } from './event-copy-values.ts';

/** Copies an event; the toast offers to put the copies on the form. Repeating it after a lost answer adds nothing twice. */
export function useCopyEvent(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const { keyOf } = useIdempotencyKeys();
  const show = useMutation({
    mutationFn: async (events: readonly Event[]) =>
      call(copyCalls.showEvents, { params: { id: seriesId }, body: { event_ids: events.map(({ id }) => id), show_on_form: true } }),
    onSuccess: async ({ events }) => {
      showSuccess({ title: `${counted(events.length, 'event')} ${events.length === 1 ? 'is' : 'are'} on the form.` });
      await readSeriesAgain(queryClient, seriesId);
    },
    onError: (error) => showFailure({ title: 'The events were not put on the form.', text: messageOf(error) }),
  });
  return useMutation({
    mutationFn: async (body: ReturnType<typeof eventCopyBody>) =>
      call(copyCalls.copyEvent, { params: { id: seriesId, eventId }, body, idempotencyKey: keyOf(body) }),
    onSuccess: async ({ events }, { show_on_form: isOnForm }) => {
      const [they, them] = events.length === 1 ? ['It is', 'it'] : ['They are', 'them'];
      showSuccess({
        title: `Added ${counted(events.length, 'event')}.`,
        ...(isOnForm
          ? {}
          : { text: `${they} not on the form yet.`, action: { label: `Show ${them} on the form`, onClick: () => show.mutate(events) } }),
      });
      await readSeriesAgain(queryClient, seriesId);
    },
  });
}

/** Copies a series. Repeating it after a lost answer gives the same copy. */
export function useCopySeries({ id, title }: Pick<Series, 'id' | 'title'>) {
  const queryClient = useQueryClient();
  const { keyOf } = useIdempotencyKeys();
  return useMutation({
    mutationFn: async (body: SeriesCopy) => call(copyCalls.copySeries, { params: { id }, body, idempotencyKey: keyOf(body) }),
    onSuccess: async ({ events_count: events, fields_count: fields }) => {
      showSuccess({ title: `Copied ‘${title}’: ${counted(events, 'event')}, ${counted(fields, 'field')}.` });
      await queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    },
  });
}

/** Copies a marketing form. Repeating it after a lost answer gives the same copy. */
export function useCopyMarketingForm({ id, title }: Pick<MarketingForm, 'id' | 'title'>) {
  const queryClient = useQueryClient();
  const { keyOf } = useIdempotencyKeys();
  return useMutation({
    mutationFn: async (body: { title: string }) => call(copyCalls.copyForm, { params: { id }, body, idempotencyKey: keyOf(body) }),
    onSuccess: async ({ fields_count: fields }) => {
      showSuccess({ title: `Copied ‘${title}’: ${counted(fields, 'field')}.` });
      await queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
    },
  });
}
