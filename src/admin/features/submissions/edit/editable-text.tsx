import { type KeyboardEvent, useId, useState } from 'react';
import type { BoundField } from '#admin/forms/use-edits.ts';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import classes from './editable-attendees.module.css';

interface EditableTextProps {
  label: string;
  field: BoundField<string>;
}

/**
 * A cell that looks like text until it is hovered or focused. A new error is shown when the cell loses the focus, not while
 * typing. Escape restores the saved value.
 */
export function EditableText({ label, field }: EditableTextProps) {
  const errorId = useId();
  const [isTyping, setTyping] = useState(false);
  const error = isTyping ? undefined : field.error;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setTyping(false);
    field.onTakeRemote();
  };
  return (
    <>
      <input
        className={classes.input}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={field.value}
        onChange={(event) => {
          // An error that is already shown disappears as soon as it is corrected.
          if (field.error === undefined) setTyping(true);
          field.onChange(event.currentTarget.value);
        }}
        onKeyDown={handleKey}
        onBlur={() => setTyping(false)}
      />
      {error === undefined ? null : (
        <span className={classes.reason} id={errorId}>
          {error}
        </span>
      )}
      <RemoteValue label={label} field={field} />
    </>
  );
}
