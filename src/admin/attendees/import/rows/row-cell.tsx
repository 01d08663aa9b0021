import { GridInput } from '#admin/ui/table/grid-input.tsx';
import { isLong } from '#contract/rules/field-types.ts';
import type { ColumnTarget } from '../columns/column-targets.ts';
import type { ImportRow } from './import-rows.ts';
import { optionsOf } from './value-matches.ts';

interface RowCellProps {
  row: ImportRow;
  target: ColumnTarget;
  onCorrect: (value: string) => void;
}

/** A cell of a row to be imported. Escape takes back the correction. */
export function RowCell({ row, target: { key, label, field }, onCorrect }: RowCellProps) {
  const value = row.values[key] ?? '';
  const written = row.written[key] ?? '';
  const isChanged = row.values[key] !== row.written[key];
  const options = field === undefined ? undefined : optionsOf(field);
  return (
    <GridInput
      label={`${label}, line ${row.line}`}
      choices={options && [...new Set(['', value, ...options])].map((each) => ({ value: each, label: each }))}
      isLong={field === undefined ? key === 'message' : isLong(field)}
      value={value}
      reason={row.problems[key]}
      // Otherwise Escape closes the dialog.
      data-mantine-stop-propagation={isChanged}
      data-line={row.line}
      data-key={key}
      onChange={onCorrect}
      onRestore={() => {
        if (isChanged) onCorrect(written);
      }}
    />
  );
}
