import { useQuery } from '@tanstack/react-query';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { useDeleteForm } from './form-mutations.ts';
import { formQuery } from './form-queries.ts';

interface DeleteFormDialogProps {
  opened: boolean;
  form: MarketingForm;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a marketing form is deleted, and says what is deleted with it, as counted now. */
export function DeleteFormDialog({ opened, form, onClose, onDeleted }: DeleteFormDialogProps) {
  const deleteForm = useDeleteForm(form.id);
  const { data: now = form } = useQuery({ ...formQuery(form.id), enabled: opened, staleTime: 0 });
  return (
    <DeletionDialog
      deletion={deleteForm}
      opened={opened}
      title={`Delete ‘${form.title}’?`}
      loss={
        <>
          <strong>
            {counted(now.signups_count, 'sign-up')} and {counted(now.formFields.length, 'field')} are lost.
          </strong>{' '}
          The settings go too, and its public page closes.
        </>
      }
      confirmLabel="Delete form"
      onConfirm={() => deleteForm.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  );
}
