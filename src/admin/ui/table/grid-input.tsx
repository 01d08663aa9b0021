import { Box } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type KeyboardEvent, useId } from 'react';
import { byLetter } from '../letter-keys.ts';
import classes from './data-grid.module.css';

interface GridInputProps {
  label: string;
  value: string;
  /** For a cell whose value is chosen from a list. */
  choices?: readonly { value: string; label: string }[] | undefined;
  isLong: boolean;
  reason: string | undefined;
  onChange: (value: string) => void;
  onRestore: () => void;
  onBlur?: () => void;
}

/** A cell that looks like text until it is hovered or focused. Further attributes go to its input. */
export function GridInput({ label, choices, isLong, reason, onChange, onRestore, ...further }: GridInputProps) {
  const reasonId = useId();
  // Saving with the keyboard shows errors, like leaving the cell.
  const markAtSave = getHotkeyHandler(byLetter([['mod+S', () => further.onBlur?.()]]));
  const input = {
    ...further,
    className: classes.input,
    'aria-label': label,
    'aria-invalid': reason !== undefined,
    'aria-describedby': reason === undefined ? undefined : reasonId,
    autoComplete: 'off',
    dir: 'auto',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') onRestore();
      markAtSave(event);
    },
  };
  const Text = isLong ? 'textarea' : 'input';
  return (
    <>
      {choices === undefined ? (
        <Text rows={isLong ? 1 : undefined} spellCheck={false} {...input} />
      ) : (
        <select {...input}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
      {reason === undefined ? null : (
        <Box component="span" p="0 9px 4px" fz="xs" lh="1rem" data-text="bad" id={reasonId}>
          {reason}
        </Box>
      )}
    </>
  );
}
