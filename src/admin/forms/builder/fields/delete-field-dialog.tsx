import { useMutation } from '@tanstack/react-query';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import type { FormField } from '#contract/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { CONFIRM_FIELD_DELETION, DELETE_FIELD_FAILED } from '#contract/texts/builder.ts';
import { counted } from '#contract/texts/counts.ts';
import type { FieldMutations } from '../field-mutations.ts';

/** What a deletion means for the answers, which stay in the export (D2). */
function Losses({ field }: { field: FormField }) {
  if (!takesAnswer(field)) return <>‘{field.label}’ goes from the form.</>;
  return (
    <>
      ‘{field.label}’ has{' '}
      {field.answers_count === 0 ? (
        'no answers.'
      ) : (
        <>
          <strong>{counted(field.answers_count, 'answer')}</strong>. They stay in the export, under <code>{field.name}</code>.
        </>
      )}
    </>
  );
}

interface DeleteFieldDialogProps {
  readonly field: FormField | undefined;
  readonly remove: FieldMutations['remove'];
  readonly onDeleted: (field: FormField) => void;
  readonly onClose: () => void;
}

/** Confirms the deletion of a field. */
export function DeleteFieldDialog({ field, remove, onDeleted, onClose }: DeleteFieldDialogProps) {
  const deletion = useMutation({ mutationFn: remove });
  const handleConfirm = () => {
    if (field === undefined) return;
    deletion.mutate(field.id, {
      onSuccess: () => {
        onClose();
        onDeleted(field);
      },
    });
  };
  return (
    <DeletionDialog
      deletion={deletion}
      failureTitle={DELETE_FIELD_FAILED}
      opened={field !== undefined}
      title={CONFIRM_FIELD_DELETION}
      loss={field === undefined ? undefined : <Losses field={field} />}
      confirmLabel="Delete field"
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
