import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { CancelButton, Dialog, DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { positionProblem } from '#contract/texts/builder.ts';

interface MoveDialogProps {
  readonly field: FormField;
  readonly count: number;
  readonly onMove: (field: FormField, index: number) => void;
}

/** Asks for the position that a field is moved to. */
export const MoveDialog = (props: MoveDialogProps) => (
  <Dialog title={`Move ‘${props.field.label}’`}>
    <PositionForm {...props} />
  </Dialog>
);

function PositionForm({ field, count, onMove }: MoveDialogProps) {
  const close = useCloseDialog();
  const [typed, setTyped] = useState(String(field.order + 1));
  const [error, setError] = useState<string>();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const position = Number(typed);
    const isThere = Number.isInteger(position) && position >= 1 && position <= count;
    if (!isThere) setError(positionProblem(count));
    else {
      close();
      onMove(field, position - 1);
    }
  };
  return (
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
        <CancelButton />
        <Button type="submit">Move</Button>
      </DialogFoot>
    </form>
  );
}
