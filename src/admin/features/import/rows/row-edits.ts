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

/** The edits with a line that is left out, or no longer. */
export function withLeftOut(edits: RowEdits, line: number, isLeftOut: boolean): RowEdits {
  const leftOut = new Set(edits.leftOut);
  if (isLeftOut) leftOut.add(line);
  else leftOut.delete(line);
  return { ...edits, leftOut };
}

/** The edits with what a value is imported as; `undefined` takes the choice back. */
export function withMatch(edits: RowEdits, key: string, value: string, option: string | undefined): RowEdits {
  const { [value]: _, ...others } = edits.matches[key] ?? {};
  return { ...edits, matches: { ...edits.matches, [key]: option === undefined ? others : { ...others, [value]: option } } };
}

/** Whether something was corrected or left out by hand. */
export const isEdited = ({ cells, leftOut }: RowEdits): boolean => cells.size + leftOut.size > 0;
