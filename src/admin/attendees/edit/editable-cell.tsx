import { Checkbox } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { BoundField } from '#admin/records/use-record.ts';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import classes from './editable-attendees.module.css';
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
          className={classes.tick}
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

/**
 * Looks like text until it is hovered or focused. A new error is shown when the cell loses the focus, not while typing. Escape
 * restores the saved value.
 */
function TextCell({ question, label, field }: EditableCellProps) {
  const errorId = useId();
  const [isTyping, setTyping] = useState(false);
  const error = isTyping ? undefined : field.error;
  const text = typeof field.value === 'string' ? field.value : '';
  const input = {
    className: classes.input,
    'aria-label': label,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
    autoComplete: 'off',
    dir: 'auto',
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => {
      // An error that is already shown disappears as soon as it is corrected.
      if (field.error === undefined) setTyping(true);
      field.onChange(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setTyping(false);
      field.onTakeRemote();
    },
    onBlur: () => setTyping(false),
  } as const;
  return (
    <>
      {hasOptions(question) ? (
        <select {...input}>
          {choicesOf(question, text).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : null}
      {isLong(question) ? <textarea {...input} rows={1} spellCheck={false} /> : null}
      {hasOptions(question) || isLong(question) ? null : <input {...input} spellCheck={false} />}
      {error === undefined ? null : (
        <span className={classes.reason} id={errorId}>
          {error}
        </span>
      )}
    </>
  );
}
