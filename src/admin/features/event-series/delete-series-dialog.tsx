import { useQuery } from '@tanstack/react-query';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import type { Series, SeriesLosses } from '#contract/event-series.ts';
import { useDeleteSeries } from './series-mutations.ts';
import { seriesLossesQuery } from './series-queries.ts';

interface DeleteSeriesDialogProps {
  opened: boolean;
  series: Pick<Series, 'id' | 'title'>;
  onClose: () => void;
  onDeleted: () => void;
}

/** What is deleted with a series, including hidden events; a submission for two of its events counts once. */
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

/** Asks before a series is deleted, and says what is deleted with it. */
export function DeleteSeriesDialog({ opened, series, onClose, onDeleted }: DeleteSeriesDialogProps) {
  const deleteSeries = useDeleteSeries(series.id);
  const losses = useQuery({ ...seriesLossesQuery(series.id), enabled: opened });
  return (
    <DeletionDialog
      deletion={deleteSeries}
      opened={opened}
      title={`Delete ‘${series.title}’?`}
      loss={losses.data === undefined ? 'All its events and their sign-ups are lost.' : <Loss losses={losses.data} />}
      confirmLabel="Delete series"
      onConfirm={() => deleteSeries.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  );
}
