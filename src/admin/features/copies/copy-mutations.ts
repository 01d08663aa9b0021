import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { readSeriesAgain } from '#admin/features/event-series/series-queries.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { api } from '#contract/api.ts';
import type { Event } from '#contract/event.ts';
import type { eventCopyBody } from './event-copy-values.ts';

/** Copies an event; the toast offers to put the copies on the form. Repeating it after a lost answer adds nothing twice. */
export function useCopyEvent(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  const show = useMutation({
    mutationFn: async (events: readonly Event[]) =>
      call(api.showEvents, { params: { id: seriesId }, body: { event_ids: events.map(({ id }) => id), show_on_form: true } }),
    onSuccess: async ({ events }) => {
      showSuccess({ title: `${counted(events.length, 'event')} ${events.length === 1 ? 'is' : 'are'} on the form.` });
      await readSeriesAgain(queryClient, seriesId);
    },
    onError: (error) => showFailure({ title: 'The events were not put on the form.', text: messageOf(error) }),
  });
  return useMutation({
    mutationFn: async (body: ReturnType<typeof eventCopyBody>) =>
      call(api.copyEvent, { params: { id: seriesId, eventId }, body, idempotencyKey: keyOf(body) }),
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
