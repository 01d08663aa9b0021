import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { SeriesEdit } from '#contract/event-series.ts';
import { seriesCardsQuery, seriesQuery } from './series-queries.ts';

/** Adds a series by its title. */
export function useAddSeries() {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: { title: string }) => call(api.addEventSeries, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  });
}

/**
 * Changes settings of a series; `version` is the one that was read. After a conflict the series has been read again by the time the
 * mutation fails.
 */
export function useEditSeries(seriesId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, version }: { changed: SeriesEdit; version: number }) =>
      call(api.editEventSeries, { params: { id: seriesId }, body: changed, ifMatch: version }),
    onSuccess: async (settings) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.series(seriesId) });
      for (const shown of ['visible', 'disabled', 'all'] as const) {
        queryClient.setQueryData(seriesQuery(seriesId, shown).queryKey, (series) => series && { ...series, ...settings });
      }
      // Not awaited: until the caller has applied the save, its own values would look like a remote change.
      void queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId) });
    },
  });
}

/** Deletes a series and removes it from the cache, so that no screen reads it again. */
export function useDeleteSeries(seriesId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.deleteEventSeries, { params: { id: seriesId } }),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: queryKeys.series(seriesId) });
      queryClient.setQueryData(seriesCardsQuery().queryKey, (cards) => cards?.filter(({ id }) => id !== seriesId));
      await queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    },
  });
}
