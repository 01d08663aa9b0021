import { type KeyboardEvent, useId, useState } from 'react';
import type { BoundField } from '#admin/api/use-edits.ts';
import { TheirValue } from '#admin/ui/their-value.tsx';
import classes from './editable-attendees.module.css';

interface EditableTextProps {
  label: string;
  field: BoundField<string>;
  /** Puts the saved value back. */
  onRevert: () => void;
}

/**
 * A cell that looks like text until it is hovered or focused. What is wrong is told when the cell is left, not while it is being
 * typed; Escape puts the saved value back.
 */
export function EditableText({ label, field, onRevert }: EditableTextProps) {
  const errorId = useId();
  const [isTyping, setTyping] = useState(false);
  const error = isTyping ? undefined : field.error;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setTyping(false);
    onRevert();
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
          // Who mends a wrong cell sees at once when it is right.
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
      <TheirValue label={label} field={field} />
    </>
  );
}
