import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import type { z } from 'zod';
import type { FormValues } from './edits.ts';
import type { Problems } from './problems.ts';
import { reduceRowEdits, type RowAction, type RowEdits, type RowState, rowState, type SavedRow, saveRow } from './row-edits.ts';
import { useDraftSaver, useSavedDraft } from './use-draft.ts';

export interface BoundField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  /** The value that somebody else saved meanwhile; undefined without a conflict. */
  readonly remote: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly onKeepLocal: () => void;
  readonly onTakeRemote: () => void;
}

/** Binds an input to a field of a row. */
export function boundField<Values extends FormValues, Name extends keyof Values & string>(
  { saved, values, remote }: RowState<Values>,
  errors: Problems<Values>,
  dispatch: (action: RowAction<Values>) => void,
  name: Name,
): BoundField<Values[Name]> {
  return {
    name,
    value: values[name],
    error: errors[name],
    remote: remote[name],
    onChange: (value) => {
      const typed: Partial<Values> = {};
      typed[name] = value;
      dispatch({ type: 'edited', row: saved, values: typed });
    },
    onKeepLocal: () => dispatch({ type: 'local kept', row: saved, name }),
    onTakeRemote: () => dispatch({ type: 'reverted', row: saved, names: [name] }),
  };
}

interface EditsOptions<Values extends FormValues, Saved> {
  /** Names the draft that outlives the session, as in `useSavedDraft`. */
  readonly name: string;
  readonly schema: z.ZodType<RowEdits<Values>>;
  readonly read: Saved;
  readonly valuesOf: (saved: Saved) => Values;
  /** Returns the errors of changed values, with the contract's messages. */
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
  readonly send: (changed: Partial<Values>, ifMatch: number) => Promise<Saved>;
  /** The queries that `read` comes from; the answer to a save is put into them. */
  readonly readsKey: QueryKey;
  /** Further queries that a save makes out of date. */
  readonly staleKeys: readonly QueryKey[];
}

/** The edits of one event, or of the settings of one form, on top of the saved values. They survive a failed save. */
export function useEdits<Values extends FormValues, Saved extends { readonly id: string; readonly version: number }>({
  name: draftName,
  schema,
  read,
  valuesOf,
  problemsOf,
  send,
  readsKey,
  staleKeys,
}: EditsOptions<Values, Saved>) {
  const queryClient = useQueryClient();
  const draft = useSavedDraft(draftName, schema);
  const [rows, dispatch] = useReducer<RowEdits<Values>, [RowAction<Values>]>(reduceRowEdits, draft ?? {});
  const [isChecked, setChecked] = useState(false);
  const toRow = (saved: Saved): SavedRow<Values> => ({ id: saved.id, version: saved.version, values: valuesOf(saved) });
  const row = rowState(toRow(read), rows[read.id], problemsOf);
  const changes = Object.keys(row.changed).length;
  useDraftSaver(draftName, () => (changes > 0 ? rows : undefined));
  // As on the public form, errors appear at the first save and go as they are corrected.
  const errors = isChecked ? { ...row.refused, ...row.problems } : row.refused;

  const sendAndCache = async (changed: Partial<Values>, version: number) => {
    const saved = await send(changed, version);
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
    values: row.values,
    changes,
    /** Whether a save would fail: an invalid value, or a conflict. */
    isWrong: Object.keys(row.remote).length > 0 || Object.keys(row.problems).length > 0,
    field: <Name extends keyof Values & string>(name: Name) => boundField(row, errors, dispatch, name),
    check: () => setChecked(true),
    /** Saves the changes, if any. Throws when the save fails; its errors and conflicts are then at their fields. */
    save: async (): Promise<undefined> => {
      if (changes === 0) return;
      await saveRow(row, { send: sendAndCache, toRow, readAgain, dispatch });
      setChecked(false);
    },
    discard: () => {
      dispatch({ type: 'dropped', row: read });
      setChecked(false);
    },
  };
}
