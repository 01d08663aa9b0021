import { useQuery } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { DeleteCardDialog, type DeleteDialogProps } from '#admin/ui/dialogs/delete-card-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { api } from '#contract/api.ts';
import type { Series, SeriesLosses } from '#contract/event-series.ts';

function Loss({ losses: { events, submissions, fields } }: { losses: SeriesLosses }) {
  return (
    <>
      <strong>
        {counted(events, 'event')} and {counted(submissions, 'sign-up')} are lost.
      </strong>{' '}
      The settings and the form{fields === 0 ? '' : ` with its ${counted(fields, 'field')}`} go too, and its public page closes.
    </>
  );
}

/** Asks before a series is deleted, and says what is deleted with it, as counted now. */
export function DeleteSeriesDialog({ series, ...dialog }: DeleteDialogProps & { series: Pick<Series, 'id' | 'title'> }) {
  const params = { id: series.id };
  const losses = useQuery({
    queryKey: queryKeys.seriesLosses(series.id),
    queryFn: ({ signal }) => call(api.countSeriesLosses, { params, signal }),
    enabled: dialog.opened,
    staleTime: 0,
  });
  return (
    <DeleteCardDialog
      {...dialog}
      card={series}
      remove={() => call(api.deleteEventSeries, { params })}
      readsKey={queryKeys.series(series.id)}
      cardsKey={queryKeys.seriesCards}
      loss={losses.data === undefined ? 'All its events and their sign-ups are lost.' : <Loss losses={losses.data} />}
      confirmLabel="Delete series"
    />
  );
}
