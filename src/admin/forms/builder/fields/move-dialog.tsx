import { Button, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { FormField } from '#contract/form-field.ts';
import { positionProblem } from '#contract/texts/builder.ts';
import classes from './field-row.module.css';

interface MoveDialogProps {
  readonly field: FormField | undefined;
  readonly count: number;
  readonly onMove: (field: FormField, index: number) => void;
  readonly onClose: () => void;
}

/** Asks for the position that a field is moved to. */
export function MoveDialog({ field, count, onMove, onClose }: MoveDialogProps) {
  return (
    <Modal opened={field !== undefined} title={field === undefined ? '' : `Move ‘${field.label}’`} onClose={onClose}>
      {field === undefined ? null : <PositionForm field={field} count={count} onMove={onMove} onClose={onClose} />}
    </Modal>
  );
}

function PositionForm({ field, count, onMove, onClose }: MoveDialogProps & { readonly field: FormField }) {
  const [typed, setTyped] = useState(String(field.order + 1));
  const [error, setError] = useState<string>();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const position = Number(typed);
    const isThere = Number.isInteger(position) && position >= 1 && position <= count;
    if (!isThere) setError(positionProblem(count));
    else {
      onClose();
      onMove(field, position - 1);
    }
  };
  return (
    <form className={classes.position} noValidate onSubmit={handleSubmit}>
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
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Move</Button>
      </div>
    </form>
  );
}
