import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { EventEdit, ListedEvent } from '#contract/event.ts';
import type { NewEventBody } from './event-form-values.ts';
import { eventQuery } from './event-queries.ts';

/** The reads of a series list its events, and the dashboard counts them. */
async function readSeriesAgain(queryClient: QueryClient, seriesId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId) }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}

/** Adds an event to a series; the same again after a lost answer adds nothing twice. */
export function useAddEvent(seriesId: string) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: NewEventBody) => call(api.addEvent, { params: { id: seriesId }, body, idempotencyKey: keyOf(body) }),
    onSuccess: () => readSeriesAgain(queryClient, seriesId),
  });
}

/**
 * Changes fields of an event; `version` is the one that was read (decision 16). When somebody else was faster, the event has been
 * read anew by the time the caller hears of it.
 */
export function useEditEvent(seriesId: string, eventId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, version }: { changed: EventEdit; version: number }) =>
      call(api.editEvent, { params: { id: seriesId, eventId }, body: changed, ifMatch: version }),
    onSuccess: async (event) => {
      const { queryKey } = eventQuery(seriesId, eventId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, event);
      // Not waited for: until the caller has noted its save, what it stored would look like somebody else's.
      void queryClient.invalidateQueries({ queryKey: queryKeys.seriesReads(seriesId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: eventQuery(seriesId, eventId).queryKey });
    },
  });
}

/** Puts an event on the form or takes it off (decision 47). */
export function useShowEvent(seriesId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ event, isShown }: { event: ListedEvent; isShown: boolean }) =>
      call(api.editEvent, {
        params: { id: seriesId, eventId: event.id },
        body: { show_on_form: isShown },
        ifMatch: event.version,
      }),
    // Also after a refusal: somebody else changed the event, so what is shown is old.
    onSettled: () => readSeriesAgain(queryClient, seriesId),
  });
}

/** Deletes an event with the sign-ups that are in no other event (decision 1). */
export function useDeleteEvent(seriesId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) => call(api.deleteEvent, { params: { id: seriesId, eventId } }),
    onSuccess: async (_deleted, eventId) => {
      const gone = queryKeys.event(seriesId, eventId);
      await queryClient.cancelQueries({ queryKey: gone });
      // Its own reads would only be told that it is gone.
      const isLeft = (query: { queryKey: readonly unknown[] }) => !gone.every((part, index) => query.queryKey[index] === part);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId), predicate: isLeft }),
        queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
      ]);
    },
  });
}
