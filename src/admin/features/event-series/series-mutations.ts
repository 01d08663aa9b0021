import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { useEditMutation } from '#admin/api/use-edit-mutation.ts';
import { api } from '#contract/api.ts';
import type { SeriesEdit } from '#contract/event-series.ts';
import { seriesQuery } from './series-queries.ts';

/** Changes settings of a series. */
export const useEditSeries = (seriesId: string) =>
  useEditMutation({
    send: (body: SeriesEdit, ifMatch) => call(api.editEventSeries, { params: { id: seriesId }, body, ifMatch }),
    key: queryKeys.series(seriesId),
    store: (queryClient, settings) => {
      for (const shown of ['visible', 'disabled', 'all'] as const) {
        queryClient.setQueryData(seriesQuery(seriesId, shown).queryKey, (series) => series && { ...series, ...settings });
      }
    },
    staleKeys: [queryKeys.seriesCards],
  });
