import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryClient } from '#admin/api/query-client.ts';
import { paths, type Titled } from '#admin/paths.ts';
import { eventQuery, readSeriesAgain } from '#admin/reads/form-queries.ts';
import { outside, queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { DATES_MAX, eventCalls } from '#contract/events/event-calls.ts';
import type { Event } from '#contract/events/event.ts';
import type { WithMail } from '#contract/registrations/note.ts';
import { wasDeleted } from '#contract/texts/announcement.ts';
import type { NewEventBody } from './event-values.ts';

export function useAddEvent(series: Titled) {
  const { id: seriesId } = series;
  const navigate = useNavigate();
  const undo = useUndoAdding(seriesId);
  return async (body: NewEventBody, idempotencyKey: string): Promise<Event> => {
    const added = await call(eventCalls.addEvent, { params: { id: seriesId }, body, idempotencyKey });
    showSuccess({
      title: `Added ‘${added.event_title}’.`,
      action: { label: 'Undo', onClick: () => void undo(added) },
      ...(!added.close_when_full && {
        second: { label: 'Limit places…', onClick: () => void navigate(paths.series.editEvent(series, added.id, 'limit')) },
      }),
    });
    await readSeriesAgain(seriesId);
    return added;
  };
}

function useUndoAdding(seriesId: string) {
  const { mutateAsync: deleteEvent } = useDeleteEvent(seriesId);
  return async ({ id, event_title: title, version }: Event): Promise<void> => {
    const failure = `‘${title}’ was not deleted.`;
    try {
      const losses = await call(eventCalls.countEventLosses, { params: { id: seriesId, eventId: id } });
      const now = await queryClient.query({ ...eventQuery(seriesId, id), staleTime: 0 });
      const hasSignUps = losses.submissions_lost + losses.submissions_kept > 0;
      if (hasSignUps || now.version !== version) {
        const since = hasSignUps ? 'Someone has signed up for it since' : 'It has been changed since';
        showFailure({ title: failure, text: `${since}. Delete it from its card.` });
        return;
      }
      await deleteEvent({ eventId: id, title });
    } catch (error) {
      showError(failure, error);
    }
  };
}

export interface Showing {
  readonly events: readonly Pick<Event, 'id' | 'version'>[];
  readonly isShown: boolean;
}

/** Puts events on the form or takes them off, `DATES_MAX` in a call: all of them or none. The answer has their current state. */
export function useShowEvents(seriesId: string) {
  return useMutation({
    mutationFn: async ({ events, isShown }: Showing) => {
      const left = [...events];
      const saved: Event[] = [];
      while (left.length > 0) {
        const sent = left.splice(0, DATES_MAX);
        const body = { event_ids: sent.map(({ id }) => id), versions: sent.map(({ version }) => version), show_on_form: isShown };
        saved.push(...(await call(eventCalls.showEvents, { params: { id: seriesId }, body })).events);
      }
      return saved;
    },
    // Also after a conflict, when the cache is out of date.
    onSettled: () => readSeriesAgain(seriesId),
  });
}

export function useDeleteEvent(seriesId: string) {
  return useMutation({
    mutationFn: ({ eventId, title: _title, ...body }: Partial<WithMail> & { readonly eventId: string; readonly title: string }) =>
      call(eventCalls.deleteEvent, { params: { id: seriesId, eventId }, body }),
    onSuccess: async ({ told }, { eventId, title }) => {
      showSuccess(wasDeleted(title, told));
      const gone = queryKeys.event(seriesId, eventId);
      await queryClient.cancelQueries({ queryKey: gone });
      await Promise.all([
        // The deleted event's own reads would fail.
        queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId), ...outside(gone) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
      ]);
    },
  });
}
