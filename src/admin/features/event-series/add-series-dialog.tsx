import { useAddByTitle } from '#admin/forms/use-add-by-title.ts';
import { TitleDialog } from '#admin/ui/dialogs/title-dialog.tsx';
import { useAddSeries } from './series-mutations.ts';

interface AddSeriesDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (series: { id: string; title: string }) => void;
}

/** Asks for the title of a new series and adds it. */
export function AddSeriesDialog({ opened, onClose, onAdded }: AddSeriesDialogProps) {
  const dialog = useAddByTitle({ draft: 'new-series', add: useAddSeries(), opened, onClose, onAdded });
  return <TitleDialog heading="New event series" description="Stands on the form and in its address" {...dialog} />;
}
