import { z } from 'zod';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { afterSave, type Edits, editsSchema, type FormValues, keepLocal, noEdits, setValues, withoutEdits } from './edits.ts';

export interface SavedRow<Values extends FormValues> {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/** A row with unsaved edits. `saved` is the state that they are compared with, which is kept even when the list no longer has the row. */
export interface EditedRow<Values extends FormValues> {
  readonly saved: SavedRow<Values>;
  readonly edits: Edits<Values>;
  /** The errors of the last attempt to save. */
  readonly errors: readonly FieldError[];
}

export type RowEdits<Values extends FormValues> = Readonly<Record<string, EditedRow<Values>>>;

/** The schema of edited rows in a stored draft. */
export const rowEditsSchema = <Shape extends z.core.$ZodLooseShape>(values: z.ZodObject<Shape>) =>
  z.record(
    z.string(),
    z.object({
      saved: z.object({ id: z.string(), version: z.int(), values }),
      edits: editsSchema(values),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  );

export type RowAction<Values extends FormValues> =
  | { readonly type: 'edited'; readonly row: SavedRow<Values>; readonly values: Partial<Values> }
  | { readonly type: 'local kept'; readonly row: SavedRow<Values>; readonly name: keyof Values & string }
  /** Takes the saved values of some fields. */
  | { readonly type: 'reverted'; readonly row: SavedRow<Values>; readonly names: readonly string[] }
  /** `row` is as stored after saving `sent`. */
  | { readonly type: 'saved'; readonly row: SavedRow<Values>; readonly sent: Partial<Values> }
  /** Somebody else saved first; `row` is as stored. */
  | { readonly type: 'conflicted'; readonly row: SavedRow<Values> }
  | { readonly type: 'rejected'; readonly row: { readonly id: string }; readonly errors: readonly FieldError[] }
  | { readonly type: 'dropped'; readonly row: { readonly id: string } };

/** Sets a row, or removes it if it has no edits left. */
function setRow<Values extends FormValues>(all: RowEdits<Values>, row: EditedRow<Values>): RowEdits<Values> {
  const { [row.saved.id]: _before, ...others } = all;
  return Object.keys(row.edits.local).length === 0 ? others : { ...others, [row.saved.id]: row };
}

const withoutErrors = (errors: readonly FieldError[], names: readonly string[]): FieldError[] =>
  errors.filter(({ path }) => !names.includes(path.split('.')[0] ?? path));

export function reduceRowEdits<Values extends FormValues>(all: RowEdits<Values>, action: RowAction<Values>): RowEdits<Values> {
  const before = all[action.row.id];
  if (action.type === 'edited') {
    const { row, values } = action;
    const { edits, errors } = before ?? { edits: noEdits, errors: [] };
    return setRow(all, { saved: row, edits: setValues(edits, row.values, values), errors: withoutErrors(errors, Object.keys(values)) });
  }
  if (before === undefined) return all;
  const { edits, errors } = before;
  switch (action.type) {
    case 'local kept':
      return setRow(all, { saved: action.row, edits: keepLocal(edits, action.row.values, action.name), errors });
    case 'reverted':
      return setRow(all, { saved: action.row, edits: withoutEdits(edits, action.names), errors: withoutErrors(errors, action.names) });
    case 'saved':
      return setRow(all, { saved: action.row, edits: afterSave(edits, action.sent, action.row.values), errors: [] });
    case 'conflicted':
      return setRow(all, { ...before, saved: action.row });
    case 'rejected':
      return setRow(all, { ...before, errors: action.errors });
    case 'dropped':
      return setRow(all, { ...before, edits: noEdits });
  }
}
