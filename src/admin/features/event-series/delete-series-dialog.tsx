import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { ConfirmDialog } from '#admin/ui/confirm-dialog.tsx';
import { counted } from '#admin/ui/counts.ts';
import type { Series } from '#contract/event-series.ts';
import { useDeleteSeries } from './series-mutations.ts';
import { seriesQuery } from './series-queries.ts';

interface DeleteSeriesDialogProps {
  opened: boolean;
  series: Pick<Series, 'id' | 'title'>;
  onClose: () => void;
  onDeleted: () => void;
}

/** What goes with a series, hidden events included. */
function Losses({ series }: { series: Series }) {
  const signUps = series.events.reduce((sum, event) => sum + event.submissions_count, 0);
  return (
    <>
      <strong>
        {counted(series.events.length, 'event')} and {counted(signUps, 'sign-up')} are lost.
      </strong>{' '}
      The settings and the form go too, and its public page closes.
    </>
  );
}

/** Asks before a series goes, and says what goes with it. */
export function DeleteSeriesDialog({ opened, series, onClose, onDeleted }: DeleteSeriesDialogProps) {
  const deleteSeries = useDeleteSeries(series.id);
  const whole = useQuery({ ...seriesQuery(series.id, 'all'), enabled: opened });
  const handleClose = () => {
    deleteSeries.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ‘${series.title}’?`}
      loss={whole.data === undefined ? 'All its events and their sign-ups are lost.' : <Losses series={whole.data} />}
      confirmLabel="Delete series"
      isPending={deleteSeries.isPending}
      failure={deleteSeries.isError ? messageOf(deleteSeries.error) : undefined}
      onConfirm={() => deleteSeries.mutate(undefined, { onSuccess: onDeleted })}
      onClose={handleClose}
    />
  );
}
