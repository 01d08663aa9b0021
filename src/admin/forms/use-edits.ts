import { useState } from 'react';
import type { z } from 'zod';
import { errorsByField } from '#admin/api/api-error.ts';
import {
  afterSave,
  changedValues,
  type Edits,
  type FormValues,
  keepLocal,
  merged,
  noEdits,
  remoteChanges,
  setValues,
  withoutEdits,
} from './edits.ts';
import type { Problems } from './problems.ts';
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

interface EditsOptions<Values extends FormValues> {
  /** Name of the draft, unique within its page. */
  readonly name: string;
  readonly saved: Values;
  /** Schema of the stored draft. */
  readonly schema: z.ZodType<Edits<Values>>;
  /** Returns the errors of changed values, with the contract's messages. */
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
}

/** The edits of one form on top of the saved values. They survive a failed save. */
export function useEdits<Values extends FormValues>({ name: draftName, saved, schema, problemsOf }: EditsOptions<Values>) {
  const draft = useSavedDraft(draftName, schema);
  const [edits, setEdits] = useState<Edits<Values>>(draft ?? noEdits);
  const [refused, setRefused] = useState<Problems<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const changed = changedValues(saved, edits);
  useDraftSaver(draftName, () => (Object.keys(changed).length > 0 ? edits : undefined));
  const values = merged(saved, edits);
  const remote = remoteChanges(saved, edits);
  const problems = problemsOf(changed);
  // As on the public form, errors appear at the first save and go as they are corrected.
  const errors: Problems<Record<string, string>> = isChecked ? { ...refused, ...problems } : refused;

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    const typed: Partial<Values> = {};
    typed[name] = value;
    setEdits((before) => setValues(before, saved, typed));
    setRefused((before) => ({ ...before, [name]: undefined }));
  };

  return {
    values,
    changed,
    changes: Object.keys(changed).length,
    /** Whether a save would fail: an invalid value, or a conflict. */
    isWrong: Object.keys(remote).length > 0 || Object.keys(problems).length > 0,
    field: <Name extends keyof Values & string>(name: Name): BoundField<Values[Name]> => ({
      name,
      value: values[name],
      error: errors[name],
      remote: remote[name],
      onChange: (value) => set(name, value),
      onKeepLocal: () => setEdits((before) => keepLocal(before, saved, name)),
      onTakeRemote: () => setEdits((before) => withoutEdits(before, [name])),
    }),
    /** Shows the errors from now on. */
    check: () => setChecked(true),
    refuse: (error: unknown) => setRefused(errorsByField(error)),
    /** Call after a save, with the values that were sent and those that are saved now. */
    markSaved: (sent: Partial<Values>, now: Values) => {
      setEdits((before) => afterSave(before, sent, now));
      setRefused({});
      setChecked(false);
    },
    discard: () => {
      setEdits(noEdits);
      setRefused({});
      setChecked(false);
    },
  };
}
