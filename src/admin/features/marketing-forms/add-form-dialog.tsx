import { useAddByTitle } from '#admin/forms/use-add-by-title.ts';
import { TitleDialog } from '#admin/ui/dialogs/title-dialog.tsx';
import { useAddForm } from './form-mutations.ts';

interface AddFormDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (form: { id: string; title: string }) => void;
}

/** Asks for the title of a new marketing form and adds it. */
export function AddFormDialog({ opened, onClose, onAdded }: AddFormDialogProps) {
  const dialog = useAddByTitle({ draft: 'new-form', add: useAddForm(), opened, onClose, onAdded });
  return <TitleDialog heading="New form" description="Stands on the form and in its address" {...dialog} />;
}
