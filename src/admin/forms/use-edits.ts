import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '#admin/api/api-error.ts';
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
  withoutEdit,
} from './edits.ts';
import { useDraftSaver, useSavedDraft } from './use-draft.ts';

/** Error messages by field. */
export type Problems<Values extends FormValues> = Partial<Record<keyof Values & string, string>>;

/** What an input needs of one field. */
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
  /** Returns the values as the server stores them, for example trimmed. */
  readonly stored: (values: Values) => Values;
  /** Returns the errors of changed values, with the contract's messages. */
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
}

/** The server's message for each field of the form. */
export function problemsIn<Values extends FormValues>(error: unknown, values: Values): Problems<Values> {
  const problems: Problems<Values> = {};
  if (!(error instanceof ApiError)) return problems;
  for (const name in values) {
    const message = error.errorAt(name);
    if (message !== undefined) problems[name] = message;
  }
  return problems;
}

/** The edits of one form on top of the saved values. They survive a failed save. */
export function useEdits<Values extends FormValues>({ name: draftName, saved, schema, stored, problemsOf }: EditsOptions<Values>) {
  const draft = useSavedDraft(draftName, schema);
  const [edits, setEdits] = useState<Edits<Values>>(draft ?? noEdits);
  const [refused, setRefused] = useState<Problems<Values>>({});
  const [isChecked, setChecked] = useState(false);
  const changed = changedValues(saved, edits, stored);
  useDraftSaver(draftName, () => (Object.keys(changed).length > 0 ? edits : undefined));
  const values = merged(saved, edits);
  const remote = remoteChanges(saved, edits, stored);
  const problems = problemsOf(changed);
  // As on the public form, errors appear at the first save and go as they are corrected.
  const errors: Problems<Values> = isChecked ? { ...refused, ...problems } : refused;

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    const typed: Partial<Values> = {};
    typed[name] = value;
    setEdits((before) => setValues(before, saved, typed));
    setRefused((before) => ({ ...before, [name]: undefined }));
  };

  return {
    edits,
    values,
    changed,
    problems,
    hasConflicts: Object.keys(remote).length > 0,
    field: <Name extends keyof Values & string>(name: Name): BoundField<Values[Name]> => ({
      name,
      value: values[name],
      error: errors[name],
      remote: remote[name],
      onChange: (value) => set(name, value),
      onKeepLocal: () => setEdits((before) => keepLocal(before, saved, name)),
      onTakeRemote: () => setEdits((before) => withoutEdit(before, name)),
    }),
    /** Shows the errors from now on. */
    check: () => setChecked(true),
    refuse: (error: unknown) => setRefused(problemsIn(error, saved)),
    /** Call after a save, with the edits that were sent and the values that are saved now. */
    markSaved: (sent: Edits<Values>, now: Values) => {
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
