import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { BoundField } from '#admin/records/use-record.ts';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { GridInput } from '#admin/ui/table/grid-input.tsx';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import grid from '#admin/ui/table/data-grid.module.css';
import { choicesOf, type Question } from './questions.ts';

interface EditableCellProps {
  question: Question;
  label: string;
  field: BoundField<Answer>;
}

/** A cell of a table of attendees to edit, with the conflict of its value. */
export function EditableCell(props: EditableCellProps) {
  const { question, label, field } = props;
  return (
    <>
      {isTick(question) ? (
        <Checkbox
          className={grid.tick}
          aria-label={label}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
        />
      ) : (
        <TextCell {...props} />
      )}
      <RemoteValue label={label} field={field} />
    </>
  );
}

/** A new error is shown when the cell loses the focus, not while typing. Escape restores the saved value. */
function TextCell({ question, label, field }: EditableCellProps) {
  const [isTyping, setTyping] = useState(false);
  const text = typeof field.value === 'string' ? field.value : '';
  return (
    <GridInput
      label={label}
      choices={hasOptions(question) ? choicesOf(question, text) : undefined}
      isLong={isLong(question)}
      value={text}
      reason={isTyping ? undefined : field.error}
      onChange={(value) => {
        // An error that is already shown disappears as soon as it is corrected.
        if (field.error === undefined) setTyping(true);
        field.onChange(value);
      }}
      onRestore={() => {
        setTyping(false);
        field.onTakeRemote();
      }}
      onBlur={() => setTyping(false)}
    />
  );
}
