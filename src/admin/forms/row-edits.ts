import { z } from 'zod';
import { ApiError, isConflict } from '#admin/api/api-error.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import {
  afterSave,
  changedValues,
  conflicts,
  type Edits,
  type FormValues,
  keepLocal,
  merged,
  noEdits,
  setValues,
  withConflicts,
  withoutEdits,
} from './edits.ts';
import type { Problems } from './problems.ts';

export interface SavedRow<Values extends FormValues> {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/**
 * A row with unsaved edits. `saved` is the state that they are compared with, which is kept even when the list no longer has the row. Its version is
 * sent by rows of a table and of a builder, so that the server finds the conflicts; a page of one record sends the newest that it has read.
 */
export interface EditedRow<Values extends FormValues> {
  readonly saved: SavedRow<Values>;
  readonly edits: Edits<Values>;
  readonly errors: readonly FieldError[];
}

export type RowEdits<Values extends FormValues> = Readonly<Record<string, EditedRow<Values>>>;

export const rowEditsSchema = <Shape extends z.core.$ZodLooseShape, Extra extends z.core.$ZodObjectConfig>(
  values: z.ZodObject<Shape, Extra>,
) =>
  z.record(
    z.string(),
    z.object({
      saved: z.object({ id: z.string(), version: z.int(), values }),
      edits: z.object({ local: values.partial(), base: values.partial() }),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  );

export type RowAction<Values extends FormValues> =
  | { readonly type: 'edited'; readonly row: SavedRow<Values>; readonly values: Partial<Values> }
  | { readonly type: 'local kept'; readonly row: SavedRow<Values>; readonly name: keyof Values & string }
  | { readonly type: 'reverted'; readonly row: SavedRow<Values>; readonly names: readonly string[] }
  /** `row` is as stored after saving `sent`. */
  | { readonly type: 'saved'; readonly row: SavedRow<Values>; readonly sent: Partial<Values> }
  /** Somebody else saved these fields first; `row` is as stored, or as last read where a query brings the newer state. */
  | { readonly type: 'conflicted'; readonly row: SavedRow<Values>; readonly names: readonly string[] }
  | { readonly type: 'rejected'; readonly row: { readonly id: string }; readonly errors: readonly FieldError[] }
  | { readonly type: 'dropped'; readonly row: { readonly id: string } };

/** Sets a row, or removes it if it has no edits left. */
function setRow<Values extends FormValues>(all: RowEdits<Values>, row: EditedRow<Values>): RowEdits<Values> {
  const { [row.saved.id]: _before, ...others } = all;
  return Object.keys(row.edits.local).length === 0 ? others : { ...others, [row.saved.id]: row };
}

/** The errors that are not about these fields or parts of them. */
export const withoutErrors = (errors: readonly FieldError[], names: readonly string[]): FieldError[] =>
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
      return setRow(all, { saved: action.row, edits: withConflicts(edits, action.names), errors });
    case 'rejected':
      return setRow(all, { ...before, errors: action.errors });
    case 'dropped':
      return setRow(all, { ...before, edits: noEdits });
  }
}

export interface RowState<Values extends FormValues> {
  readonly saved: SavedRow<Values>;
  readonly values: Values;
  readonly changed: Partial<Values>;
  /** By the contract's rules, before a save. */
  readonly problems: Problems<Values>;
  /** By the server, at the last save. */
  readonly refused: Problems<Values>;
  readonly remote: Partial<Values>;
}

/** The state of a row; `listed` is the row as last read, which may be older than its edits. */
export function rowState<Values extends FormValues>(
  listed: SavedRow<Values>,
  edited: EditedRow<Values> | undefined,
  problemsOf: (changed: Partial<Values>) => Problems<Values>,
): RowState<Values> {
  const { edits, errors } = edited ?? { edits: noEdits, errors: [] };
  const saved = edited !== undefined && edited.saved.version > listed.version ? edited.saved : listed;
  const changed = changedValues<Values>(saved.values, edits);
  const refused: Problems<Record<string, string>> = Object.fromEntries(errors.map(({ path, message }) => [path, message]));
  return {
    saved,
    values: merged(saved.values, edits),
    changed,
    problems: problemsOf(changed),
    refused,
    remote: conflicts<Values>(saved.values, edits),
  };
}

interface SaveOptions<Values extends FormValues, Saved> {
  readonly send: (changed: Partial<Values>, version: number) => Promise<Saved>;
  readonly toRow: (saved: Saved) => SavedRow<Values>;
  /** Reads the row again after a conflict; undefined when somebody else has deleted it. */
  readonly readAgain: (conflict: ApiError) => Promise<SavedRow<Values> | undefined>;
  readonly dispatch: (action: RowAction<Values>) => void;
}

/**
 * Sends the changes of a row, and updates its edits by the answer. After a 409 the row is read again, so that the conflict is shown.
 * @throws the error of the call
 */
export async function saveRow<Values extends FormValues, Saved>(
  { saved: { id, version }, changed }: Pick<RowState<Values>, 'saved' | 'changed'>,
  { send, toRow, readAgain, dispatch }: SaveOptions<Values, Saved>,
): Promise<Saved> {
  try {
    const saved = await send(changed, version);
    dispatch({ type: 'saved', row: toRow(saved), sent: changed });
    return saved;
  } catch (error) {
    if (!isConflict(error)) dispatch({ type: 'rejected', row: { id }, errors: error instanceof ApiError ? error.errors : [] });
    else {
      // If it cannot be read either, the next save reports the same conflict again.
      const row = await readAgain(error).catch(() => undefined);
      if (row !== undefined) dispatch({ type: 'conflicted', row, names: Object.keys(error.current) });
    }
    throw error;
  }
}
