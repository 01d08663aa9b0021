import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { readSeriesAgain } from '#admin/reads/series-queries.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { Event } from '#contract/events/event.ts';
import { type CopiedForm, copyCalls, type SeriesCopy } from '#contract/forms/copy.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { counted } from '#contract/texts/counts.ts';
import type { eventCopyBody } from './event-copy-values.ts';

/** Copies an event; the toast offers to put the copies on the form. */
export function useCopyEvent(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const show = useMutation({
    mutationFn: async (events: readonly Event[]) =>
      call(copyCalls.showEvents, { params: { id: seriesId }, body: { event_ids: events.map(({ id }) => id), show_on_form: true } }),
    onSuccess: async ({ events }) => {
      showSuccess({ title: `${counted(events.length, 'event')} ${events.length === 1 ? 'is' : 'are'} on the form.` });
      await readSeriesAgain(queryClient, seriesId);
    },
    onError: (error) => showFailure({ title: 'The events were not put on the form.', text: messageOf(error) }),
  });
  return async (body: ReturnType<typeof eventCopyBody>, idempotencyKey: string): Promise<void> => {
    const { events } = await call(copyCalls.copyEvent, { params: { id: seriesId, eventId }, body, idempotencyKey });
    const [they, them] = events.length === 1 ? ['It is', 'it'] : ['They are', 'them'];
    showSuccess({
      title: `Added ${counted(events.length, 'event')}.`,
      ...(body.show_on_form
        ? {}
        : { text: `${they} not on the form yet.`, action: { label: `Show ${them} on the form`, onClick: () => show.mutate(events) } }),
    });
    await readSeriesAgain(queryClient, seriesId);
  };
}

/** Copies a series. */
export function useCopySeries({ id, title }: Pick<Series, 'id' | 'title'>) {
  const queryClient = useQueryClient();
  return async (body: SeriesCopy, idempotencyKey: string) => {
    const copied = await call(copyCalls.copySeries, { params: { id }, body, idempotencyKey });
    showSuccess({ title: `Copied ‘${title}’: ${counted(copied.events_count, 'event')}, ${counted(copied.fields_count, 'field')}.` });
    await queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    return copied;
  };
}

/** Copies a marketing form. */
export function useCopyMarketingForm({ id, title }: Pick<MarketingForm, 'id' | 'title'>) {
  const queryClient = useQueryClient();
  return async (body: { title: string }, idempotencyKey: string): Promise<CopiedForm> => {
    const copied = await call(copyCalls.copyForm, { params: { id }, body, idempotencyKey });
    showSuccess({ title: `Copied ‘${title}’: ${counted(copied.fields_count, 'field')}.` });
    await queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
    return copied;
  };
}
