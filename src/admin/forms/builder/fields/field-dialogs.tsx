import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDialog, Dialog, DialogFoot, callState } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { CONFIRM_FIELD_DELETION, DELETE_FIELD_FAILED } from '#contract/texts/builder.ts';
import { counted } from '#contract/texts/counts.ts';
import type { Builder } from '../draft/use-builder.ts';
import type { FieldMutations } from '../field-mutations.ts';

export function MoveDialog({ field, count, onMove }: { field: FormField; count: number; onMove: Builder['move'] }) {
  const close = useCloseDialog();
  const [typed, setTyped] = useState(String(field.order + 1));
  const [error, setError] = useState<string>();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const position = Number(typed);
    if (!Number.isInteger(position) || position < 1 || position > count) setError(`Please enter a number from 1 to ${count}`);
    else {
      close();
      onMove(field, position - 1);
    }
  };
  return (
    <Dialog title={`Move ‘${field.label}’`}>
      <form noValidate onSubmit={handleSubmit}>
        <TextInput
          label="Position"
          description={`1 is the first, ${count} the last`}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={typed}
          error={error}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <DialogFoot>
          <Button type="submit">Move</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What a deletion means for the answers, which stay in the export (D2). */
const Losses = ({ field }: { field: FormField }) =>
  !takesAnswer(field) ? (
    <span>{`‘${field.label}’ will be removed from the form.`}</span>
  ) : (
    <span>
      {`‘${field.label}’ has `}
      {field.answers_count === 0 ? (
        <span>no answers.</span>
      ) : (
        <span>
          <strong>{counted(field.answers_count, 'answer')}</strong>
          {`. ${field.answers_count === 1 ? 'It stays' : 'They stay'} in the export, under `}
          <code>{field.name}</code>.
        </span>
      )}
    </span>
  );

type DeleteFieldProps = Pick<FieldMutations, 'remove'> & { field: FormField; onDeleted: () => void };

export function DeleteFieldDialog({ field, remove, onDeleted }: DeleteFieldProps) {
  const deletion = useMutation({ mutationFn: remove });
  return (
    <ConfirmDialog
      {...callState(deletion, DELETE_FIELD_FAILED)}
      title={CONFIRM_FIELD_DELETION}
      losses={<Losses field={field} />}
      go="Delete field"
      onGo={() => deletion.mutate(field.id, { onSuccess: onDeleted })}
    />
  );
}
