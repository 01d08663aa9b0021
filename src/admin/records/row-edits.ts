import { hashKey } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError, isConflict } from '#admin/api/api-error.ts';
import type { FieldError } from '#contract/rules/field-error.ts';

type FormValue = string | number | boolean | null | readonly FormValue[] | { readonly [name: string]: FormValue };

/** The values of a form by field: any JSON. Dates are texts, as typed. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Unsaved edits; `base` has the saved values from when they began: any that differ now, or are missing, were changed by someone else. */
export interface Edits<Values extends FormValues> {
  readonly local: Partial<Values>;
  readonly base: Partial<Values>;
}

export const noEdits = { local: {}, base: {} } as const;

function pick<Values extends FormValues>(values: Partial<Values>, isChosen: (name: keyof Values & string) => boolean): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const name in values) if (isChosen(name)) picked[name] = values[name];
  return picked;
}

/** The value as the server stores it: with its texts trimmed. */
export function asStored<Value extends FormValue | undefined>(value: Value): Value;
export function asStored(value: FormValue | undefined): FormValue | undefined {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((each: FormValue) => asStored(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asStored(each)]));
}

/** Regardless of the order of keys. */
export const isSame = (value: FormValue | undefined, other: FormValue | undefined): boolean =>
  hashKey([{ value }]) === hashKey([{ value: other }]);

export const merged = <Values extends FormValues>(saved: Values, { local }: Pick<Edits<Values>, 'local'>): Values => ({
  ...saved,
  ...local,
});

/** Adds typed values to the edits; a value typed back to the saved one is not an edit. */
export function setValues<Values extends FormValues>(edits: Edits<Values>, saved: Values, typed: Partial<Values>): Edits<Values> {
  const local = pick<Values>({ ...edits.local, ...typed }, (name) => !Object.hasOwn(typed, name) || !isSame(typed[name], saved[name]));
  const newBase = pick<Values>(saved, (name) => !Object.hasOwn(edits.local, name));
  return { local, base: pick<Values>({ ...newBase, ...edits.base }, (name) => Object.hasOwn(local, name)) };
}

/** The edited fields that differ from what is saved, as the server would store them: what a save sends. */
export function changedValues<Values extends FormValues>(saved: Values, { local }: Pick<Edits<Values>, 'local'>): Partial<Values> {
  const changed = pick<Values>(local, (name) => !isSame(asStored(local[name]), asStored(saved[name])));
  for (const name in changed) changed[name] = asStored(changed[name]);
  return changed;
}

/** The values that someone else saved in edited fields, unless both would be stored in the same way. */
export function conflicts<Values extends FormValues>(saved: Values, edits: Edits<Values>): Partial<Values> {
  const changed = changedValues(saved, edits);
  return pick<Values>(saved, (name) => Object.hasOwn(changed, name) && !isSame(edits.base[name], saved[name]));
}

/** Resolves a conflict in favour of the local value, which the next save sends. */
export const keepLocal = <Values extends FormValues>({ local, base }: Edits<Values>, saved: Values, name: keyof Values): Edits<Values> => ({
  local,
  base: { ...base, ...pick<Values>(saved, (each) => each === name) },
});

/** Drops the edits of some fields, for example to take the remote values. */
export const withoutEdits = <Values extends FormValues>({ local, base }: Edits<Values>, names: readonly string[]): Edits<Values> => ({
  local: pick<Values>(local, (each) => !names.includes(each)),
  base: pick<Values>(base, (each) => !names.includes(each)),
});

/** Marks fields as conflicts that, according to the server, someone else has saved, even with the value they had before. */
export const withConflicts = <Values extends FormValues>({ local, base }: Edits<Values>, names: readonly string[]): Edits<Values> => ({
  local,
  base: pick<Values>(base, (each) => !names.includes(each)),
});

/** The edits left after `sent` was saved: anything typed in the meantime, on top of what is saved now. */
export function afterSave<Values extends FormValues>(edits: Edits<Values>, sent: Partial<Values>, saved: Values): Edits<Values> {
  const left = changedValues(saved, edits);
  return setValues(
    noEdits,
    saved,
    pick<Values>(edits.local, (name) => Object.hasOwn(left, name) && !isSame(left[name], asStored(sent[name]))),
  );
}

export interface SavedRow<Values extends FormValues> {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/**
 * A row with unsaved edits. They are compared with the state `saved`, which is kept even when the list no longer has the row. Rows of a table and of a builder
 * send the version of that state, so that the server finds conflicts; a page of one record sends the newest version that it has read.
 */
export interface EditedRow<Values extends FormValues> {
  readonly saved: SavedRow<Values>;
  readonly edits: Edits<Values>;
  readonly errors: readonly FieldError[];
}

export type RowEdits<Values extends FormValues> = Readonly<Record<string, EditedRow<Values>>>;

export const editedRowSchema = <Shape extends z.core.$ZodLooseShape, Extra extends z.core.$ZodObjectConfig>(
  values: z.ZodObject<Shape, Extra>,
) =>
  z.object({
    saved: z.object({ id: z.string(), version: z.int(), values }),
    edits: z.object({ local: values.partial(), base: values.partial() }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
  });

export type RowAction<Values extends FormValues> =
  | { readonly type: 'edited'; readonly row: SavedRow<Values>; readonly values: Partial<Values> }
  | { readonly type: 'local kept'; readonly row: SavedRow<Values>; readonly name: keyof Values & string }
  | { readonly type: 'reverted'; readonly row: SavedRow<Values>; readonly names: readonly string[] }
  /** `row` is as stored after saving `sent`. */
  | { readonly type: 'saved'; readonly row: SavedRow<Values>; readonly sent: Partial<Values> }
  /** Someone else saved these fields first; `row` is as stored, or as last read where a query brings the newer state. */
  | { readonly type: 'conflicted'; readonly row: SavedRow<Values>; readonly names: readonly string[] }
  | { readonly type: 'rejected'; readonly row: SavedRow<Values>; readonly errors: readonly FieldError[] }
  | { readonly type: 'dropped'; readonly row: { readonly id: string } };

const withoutErrors = (errors: readonly FieldError[], names: readonly string[]): FieldError[] =>
  errors.filter(({ path }) => !names.includes(path.split('.')[0] ?? path));

/** A row after an action; undefined if there is nothing left to keep. */
export function reduceRow<Values extends FormValues>(
  before: EditedRow<Values> | undefined,
  action: RowAction<Values>,
): EditedRow<Values> | undefined {
  const { edits, errors } = before ?? { edits: noEdits, errors: [] };
  if (action.type === 'dropped') return undefined;
  const saved = action.row;
  switch (action.type) {
    case 'edited':
      return { saved, edits: setValues(edits, saved.values, action.values), errors: withoutErrors(errors, Object.keys(action.values)) };
    case 'local kept':
      return { saved, edits: keepLocal(edits, saved.values, action.name), errors };
    case 'reverted':
      return { saved, edits: withoutEdits(edits, action.names), errors: withoutErrors(errors, action.names) };
    case 'saved':
      return { saved, edits: afterSave(edits, action.sent, saved.values), errors: [] };
    case 'conflicted':
      return { saved, edits: withConflicts(edits, action.names), errors };
    case 'rejected':
      return { saved, edits, errors: action.errors };
  }
}

/** The rows of a list after an action, without those that have no edits. */
export function reduceRowEdits<Values extends FormValues>(all: RowEdits<Values>, action: RowAction<Values>): RowEdits<Values> {
  const { [action.row.id]: before, ...others } = all;
  if (before === undefined && action.type !== 'edited') return all;
  const row = reduceRow(before, action);
  return row === undefined || Object.keys(row.edits.local).length === 0 ? others : { ...others, [action.row.id]: row };
}

export interface RowState<Values extends FormValues> {
  readonly saved: SavedRow<Values>;
  readonly values: Values;
  readonly changed: Partial<Values>;
  /** From the contract's rules, before a save. */
  readonly problems: Problems<Values>;
  /** From the server, at the last save. */
  readonly refused: Problems<Values>;
  readonly remote: Partial<Values>;
}

/** The state of a row; `listed` is the row as last read, which may be older than its edits. */
export function rowState<Values extends FormValues>(
  listed: SavedRow<Values>,
  edited: EditedRow<Values> | undefined,
  problemsOf: (changed: Partial<Values>, values: Values) => Problems<Values>,
): RowState<Values> {
  const { edits, errors } = edited ?? { edits: noEdits, errors: [] };
  const saved = edited !== undefined && edited.saved.version > listed.version ? edited.saved : listed;
  const changed = changedValues<Values>(saved.values, edits);
  const values = merged(saved.values, edits);
  const refused: Problems<Record<string, string>> = byPath(errors);
  return { saved, values, changed, problems: problemsOf(changed, values), refused, remote: conflicts<Values>(saved.values, edits) };
}

/** What the server compares before it saves: an edit of a row that now has another version conflicts if both changed the same field. */
export interface EditGuard {
  readonly ifMatch: number;
}

interface SaveOptions<Values extends FormValues, Saved> {
  readonly send: (changed: Partial<Values>, guard: EditGuard) => Promise<Saved>;
  readonly toRow: (saved: Saved) => SavedRow<Values>;
  /** Reads the row again after a conflict; undefined when someone else has deleted it. */
  readonly readAgain: (conflict: ApiError) => Promise<SavedRow<Values> | undefined>;
  readonly dispatch: (action: RowAction<Values>) => void;
}

/** The errors of a refused record by field; none if there was no answer. A call for several records names the record first: `0.label`. */
export const refusalsIn = (error: unknown): FieldError[] =>
  error instanceof ApiError ? error.errors.map(({ path, message }) => ({ path: path.replace(/^(?:formFields\.)?0\./, ''), message })) : [];

/** Sends a row's changes and updates its edits; after a 409 it is read again to show the conflict. @throws the error of the call */
export async function saveRow<Values extends FormValues, Saved>(
  { saved: row, changed }: Pick<RowState<Values>, 'saved' | 'changed'>,
  { send, toRow, readAgain, dispatch }: SaveOptions<Values, Saved>,
): Promise<Saved> {
  try {
    const saved = await send(changed, { ifMatch: row.version });
    dispatch({ type: 'saved', row: toRow(saved), sent: changed });
    return saved;
  } catch (error) {
    if (!isConflict(error)) dispatch({ type: 'rejected', row, errors: refusalsIn(error) });
    else {
      // If that fails too, the next save reports the same conflict again.
      const now = await readAgain(error).catch(() => undefined);
      if (now !== undefined) dispatch({ type: 'conflicted', row: now, names: Object.keys(error.current) });
    }
    throw error;
  }
}

export type Problems<Values> = Partial<Record<keyof Values & string, string>>;

export function byPath(errors: readonly FieldError[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of errors) problems[path] ??= message;
  return problems;
}

/** The first error of each field, with the server's messages because the schema is the same. */
export const schemaProblems = (schema: z.ZodType, changed: unknown): Record<string, string> =>
  byPath((schema.safeParse(changed).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
