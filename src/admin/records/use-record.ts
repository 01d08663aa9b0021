import type { QueryKey } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import type { z } from 'zod';
import { queryClient } from '#admin/api/query-client.ts';
import { lastSaverOf } from '#admin/live/use-colleague-note.ts';
import { SaveFailure, useSaving } from '#admin/ui/states/use-saving.tsx';
import { useAttempts } from './attempts.ts';
import { readDraft, useDraftSaver } from './drafts.ts';
import * as rowEdits from './row-edits.ts';

export interface BoundField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  /** The value that someone else saved in the meantime; undefined without a conflict. */
  readonly remote: Value | undefined;
  /** Who saved it, if known; `YOU` in another tab. */
  readonly remoteBy: string | undefined;
  /** Whether this person may not edit it: its value is shown, without an input. */
  readonly isReadOnly: boolean;
  readonly onChange: (value: Value) => void;
  readonly onKeepLocal: () => void;
  readonly onTakeRemote: () => void;
}

export type BindField<Values> = <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;

export const boundField = <Values extends rowEdits.FormValues, Name extends keyof Values & string>(
  { saved, values, remote }: rowEdits.RowState<Values>,
  errors: rowEdits.Problems<Values>,
  dispatch: (action: rowEdits.RowAction<Values>) => void,
  name: Name,
  isReadOnly = false,
): BoundField<Values[Name]> => ({
  name,
  value: values[name],
  error: errors[name],
  remote: remote[name],
  remoteBy: lastSaverOf(saved.id),
  isReadOnly,
  onChange: (value) => {
    const typed: Partial<Values> = {};
    typed[name] = value;
    dispatch({ type: 'edited', row: saved, values: typed });
  },
  onKeepLocal: () => dispatch({ type: 'local kept', row: saved, name }),
  onTakeRemote: () => dispatch({ type: 'reverted', row: saved, names: [name] }),
});

interface RecordOptions<Values extends rowEdits.FormValues> {
  /** Names the draft that outlives the session, as in `useSavedDraft`. */
  readonly name: string;
  readonly schema: z.ZodObject<z.core.$ZodLooseShape, z.core.$ZodObjectConfig> & z.ZodType<Values>;
  /** Whether this person may look at the record, but not edit it. */
  readonly isReadOnly?: boolean;
}

/** What was typed into one record's form, over its earlier values. */
function useRecord<Values extends rowEdits.FormValues>(
  { name: draftName, schema, isReadOnly }: RecordOptions<Values>,
  rowOf: (edited: rowEdits.EditedRow<Values> | undefined) => rowEdits.RowState<Values>,
) {
  const [stored] = useState(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema's type does not tell its part's
    () => rowEdits.editedRowSchema(schema).safeParse(readDraft(draftName)).data as rowEdits.EditedRow<Values> | undefined,
  );
  const [edited, dispatch] = useReducer<rowEdits.EditedRow<Values> | undefined, [rowEdits.RowAction<Values>]>(rowEdits.reduceRow, stored);
  const [isChecked, setChecked] = useState(false);
  const row = rowOf(edited);
  const changes = Object.keys(row.changed).length;
  useDraftSaver(draftName, () => (changes > 0 ? edited : undefined));
  // As on the public form, errors appear at the first save and disappear as they are corrected.
  const errors: Partial<Record<string, string>> = isChecked ? { ...row.refused, ...row.problems } : row.refused;
  return {
    row,
    dispatch,
    setChecked,
    shown: {
      values: row.values,
      changes,
      /** How many fields show an error or a conflict. */
      wrong: Object.keys({ ...errors, ...row.remote }).length,
      errors,
      /** Whether a save would fail: an invalid value, or a conflict. */
      isWrong: Object.keys(row.remote).length > 0 || Object.keys(row.problems).length > 0,
      field: <Name extends keyof Values & string>(name: Name) => boundField<Values, Name>(row, errors, dispatch, name, isReadOnly),
      change: (values: Partial<Values>) => dispatch({ type: 'edited', row: row.saved, values }),
      check: () => setChecked(true),
      discard: () => {
        dispatch({ type: 'dropped', row: row.saved });
        setChecked(false);
      },
    },
  };
}

interface NewRecordOptions<Values extends rowEdits.FormValues, Added> extends RecordOptions<Values> {
  /** The form's initial values; what was typed stays when these change. */
  readonly initial: Values;
  readonly problemsOf: (values: Values) => Partial<Record<string, string>>;
  /** `idempotencyKey` stays the same until there is an answer. */
  readonly send: (values: Values, idempotencyKey: string) => Promise<Added>;
  readonly onAdded: (added: Added) => void;
  /** Whether the form shows an error that belongs to none of its values. */
  readonly showsError?: (path: string, values: Values) => boolean;
}

/** A record that is added, and its button: all its values are checked and sent. */
export function useNewRecord<Values extends rowEdits.FormValues, Added>({
  initial,
  problemsOf,
  send,
  onAdded,
  showsError = () => false,
  ...options
}: NewRecordOptions<Values, Added>) {
  const attempts = useAttempts<Added>();
  const { row, dispatch, setChecked, shown } = useRecord(options, (edited) =>
    rowEdits.rowState(edited?.saved ?? { id: options.name, version: 0, values: initial }, edited, (_changed, values) =>
      // A record sent without an answer may have been added: repeating the call gets the same answer.
      attempts.isRepeat(rowEdits.asStored(values)) ? {} : problemsOf(rowEdits.asStored(values)),
    ),
  );
  const isAtField = (path: string): boolean => Object.hasOwn(row.values, path.split('.')[0] ?? path) || showsError(path, row.values);

  const save = async (): Promise<Added> => {
    const values = rowEdits.asStored(row.values);
    try {
      const added = await attempts.send(values, (idempotencyKey) => send(values, idempotencyKey));
      setChecked(false);
      return added;
    } catch (error) {
      const errors = rowEdits.refusalsIn(error);
      dispatch({ type: 'rejected', row: row.saved, errors });
      throw errors.length === 0 ? error : new SaveFailure(errors.find(({ path }) => !isAtField(path))?.message);
    }
  };
  const { forget, ...saving } = useSaving({ ...shown, hasChanges: true, save, onSaved: onAdded });
  return {
    ...shown,
    ...saving,
    discard: () => {
      shown.discard();
      attempts.forget();
      forget();
    },
  };
}

interface SavedRecordOptions<Values extends rowEdits.FormValues, Saved> extends RecordOptions<Values> {
  readonly read: Saved;
  readonly valuesOf: (saved: Saved) => Values;
  /** Returns the errors of changed values, with the contract's messages. */
  readonly problemsOf: (changed: Partial<Values>) => rowEdits.Problems<Values>;
  readonly send: (changed: Partial<Values>, guard: rowEdits.EditGuard) => Promise<Saved>;
  /** The queries that `read` comes from; the answer to a save is put into them. */
  readonly readsKey: QueryKey;
  /** Other queries that a save makes out of date. */
  readonly staleKeys: readonly QueryKey[];
}

/** A record that is stored: its changes are checked and sent. */
export function useSavedRecord<Values extends rowEdits.FormValues, Saved extends { readonly id: string; readonly version: number }>({
  read,
  valuesOf,
  problemsOf,
  send,
  readsKey,
  staleKeys,
  ...options
}: SavedRecordOptions<Values, Saved>) {
  const toRow = (saved: Saved): rowEdits.SavedRow<Values> => ({ id: saved.id, version: saved.version, values: valuesOf(saved) });
  const { row, dispatch, setChecked, shown } = useRecord(options, (edited) => rowEdits.rowState(toRow(read), edited, problemsOf));

  const sendAndCache = async (changed: Partial<Values>, guard: rowEdits.EditGuard) => {
    const saved = await send(changed, guard);
    await queryClient.cancelQueries({ queryKey: readsKey });
    queryClient.setQueriesData<object>({ queryKey: readsKey }, (before) => before && { ...before, ...saved });
    for (const queryKey of staleKeys) void queryClient.invalidateQueries({ queryKey });
    return saved;
  };
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: readsKey });
    // The newer state comes from the query, as `read`.
    return row.saved;
  };

  return {
    ...shown,
    hasChanges: shown.changes > 0,
    /** Saves the changes, if any. Throws when the save fails; its errors and conflicts are then at their fields. */
    save: async (): Promise<void> => {
      if (shown.changes === 0) return;
      await rowEdits.saveRow(row, { send: sendAndCache, toRow, readAgain, dispatch });
      setChecked(false);
    },
  };
}
