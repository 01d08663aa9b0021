import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { readSeriesAgain } from '#admin/reads/form-queries.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { Event } from '#contract/events/event.ts';
import { copyCalls } from '#contract/forms/copy.ts';
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
