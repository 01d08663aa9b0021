import { useMutation } from '@tanstack/react-query';
import { Ask, runOf } from '#admin/ui/dialogs/dialog.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
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
  readonly field: FormField;
  readonly remove: FieldMutations['remove'];
  readonly onDeleted: () => void;
}

/** Confirms the deletion of a field. */
export function DeleteFieldDialog({ field, remove, onDeleted }: DeleteFieldDialogProps) {
  const deletion = useMutation({ mutationFn: remove });
  return (
    <Ask
      {...runOf(deletion, DELETE_FIELD_FAILED)}
      title={CONFIRM_FIELD_DELETION}
      losses={<Losses field={field} />}
      go="Delete field"
      onGo={() => deletion.mutate(field.id, { onSuccess: onDeleted })}
    />
  );
}
