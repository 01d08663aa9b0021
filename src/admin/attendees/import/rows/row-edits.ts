import type { PlannedRow } from './import-plan.ts';
import type { ImportRow, RowEdits } from './import-rows.ts';

/** The edits with a corrected cell. A cell that is back to what the file says is no longer one. */
export function withCell(edits: RowEdits, { line, written }: ImportRow, key: string, value: string): RowEdits {
  const { [key]: _, ...others } = edits.cells.get(line) ?? {};
  const cells = new Map(edits.cells);
  if (value !== written[key]) cells.set(line, { ...others, [key]: value });
  else if (Object.keys(others).length > 0) cells.set(line, others);
  else cells.delete(line);
  return { ...edits, cells };
}

/** The edits with a row that is left out, or no longer. One that is as the choices for all rows have it is no longer edited. */
export function withLeftOut(edits: RowEdits, { row, isLeftOutByChoices }: PlannedRow, isLeftOut: boolean): RowEdits {
  const leftOut = new Map(edits.leftOut);
  if (isLeftOut === isLeftOutByChoices) leftOut.delete(row.line);
  else leftOut.set(row.line, isLeftOut);
  return { ...edits, leftOut };
}

/** The edits with what a value is imported as; `undefined` takes the choice back. */
export function withMatch(edits: RowEdits, key: string, value: string, option: string | undefined): RowEdits {
  const { [value]: _, ...others } = edits.matches[key] ?? {};
  return { ...edits, matches: { ...edits.matches, [key]: option === undefined ? others : { ...others, [value]: option } } };
}

/** Whether something was corrected or left out by hand. */
export const isEdited = ({ cells, leftOut }: RowEdits): boolean => cells.size + leftOut.size > 0;
