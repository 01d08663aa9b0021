import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { TitleDialog } from '#admin/ui/title-dialog.tsx';
import { useAddSeries } from './series-mutations.ts';

interface AddSeriesDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (series: { id: string; title: string }) => void;
}

/** Asks for the title of a new series and adds it. */
export function AddSeriesDialog({ opened, onClose, onAdded }: AddSeriesDialogProps) {
  const addSeries = useAddSeries();
  const titleError = errorAt(addSeries.error, 'title');
  const handleClose = () => {
    addSeries.reset();
    onClose();
  };
  return (
    <TitleDialog
      opened={opened}
      heading="New event series"
      description="Stands on the form and in its address"
      isPending={addSeries.isPending}
      titleError={titleError}
      failure={addSeries.isError && titleError === undefined ? messageOf(addSeries.error) : undefined}
      onSubmit={(title) => addSeries.mutate({ title }, { onSuccess: onAdded })}
      onClose={handleClose}
    />
  );
}
