import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { seriesCardsQuery } from './series-queries.ts';

/** Adds a series by its title. */
export function useAddSeries() {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: { title: string }) => call(api.addEventSeries, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  });
}

/** Deletes a series; what the cache knows of it goes too, so that no screen asks for it again. */
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
