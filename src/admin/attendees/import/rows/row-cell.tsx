import { type ChangeEvent, type KeyboardEvent, useId } from 'react';
import { isLong } from '#contract/rules/field-types.ts';
import type { ColumnTarget } from '../columns/column-targets.ts';
import type { ImportRow } from './import-rows.ts';
import classes from './rows-table.module.css';
import { optionsOf } from './value-matches.ts';

interface RowCellProps {
  row: ImportRow;
  target: ColumnTarget;
  onCorrect: (value: string) => void;
}

/** A cell that looks like text until it is hovered or focused. Escape takes back the correction. */
export function RowCell({ row, target: { key, label, field }, onCorrect }: RowCellProps) {
  const problemId = useId();
  const value = row.values[key] ?? '';
  const problem = row.problems[key];
  const isChanged = value !== row.written[key];
  const choices = field === undefined ? undefined : optionsOf(field);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isChanged) onCorrect(row.written[key] ?? '');
  };
  const input = {
    className: classes.input,
    'aria-label': `${label}, line ${row.line}`,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : problemId,
    // Otherwise Escape closes the dialog.
    'data-mantine-stop-propagation': isChanged,
    'data-line': row.line,
    'data-key': key,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => onCorrect(event.currentTarget.value),
    onKeyDown: handleKey,
  };
  const text = { ...input, dir: 'auto', autoComplete: 'off', spellCheck: false } as const;
  const hasLines = field === undefined ? key === 'message' : isLong(field);
  const Text = hasLines ? 'textarea' : 'input';
  return (
    <>
      {choices === undefined ? (
        <Text rows={hasLines ? 1 : undefined} {...text} />
      ) : (
        <select {...input}>
          {[...new Set(['', value, ...choices])].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
      {problem === undefined ? null : (
        <span className={classes.problem} id={problemId}>
          {problem}
        </span>
      )}
    </>
  );
}
