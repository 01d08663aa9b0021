import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import {
  afterSave,
  changedValues,
  type Edits,
  type FormValues,
  noEdits,
  overlaid,
  theirsIn,
  withMineKept,
  withoutEdit,
  withTyped,
} from './edits.ts';
import { useKeptDraft, useOldDraft } from './use-draft.ts';

/** What is wrong, by field. */
export type Problems<Values extends FormValues> = Partial<Record<keyof Values & string, string>>;

/** One field of a form as an input needs it. */
export interface BoundField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  /** What somebody else has saved here meanwhile; undefined when nobody has. */
  readonly theirs: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

interface EditsOptions<Values extends FormValues> {
  /** Unique within its page: the name under which edits outlive a session that ends (decision 26). */
  readonly name: string;
  readonly saved: Values;
  /** What edits that were put aside look like. */
  readonly schema: z.ZodType<Edits<Values>>;
  /** Values as the server stores them, such as trimmed. */
  readonly stored: (values: Values) => Values;
  /** What is wrong with changed values, in the contract's words. */
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
}

/** The message of each field that the server refused; those of other fields are left out. */
export function problemsIn<Values extends FormValues>(error: unknown, values: Values): Problems<Values> {
  const problems: Problems<Values> = {};
  if (!(error instanceof ApiError)) return problems;
  for (const name in values) {
    const message = error.errorAt(name);
    if (message !== undefined) problems[name] = message;
  }
  return problems;
}

/** The edits of one form on top of what is saved: what an edit page shows, sends and still holds after a failure (spec section 4). */
export function useEdits<Values extends FormValues>({ name: draftName, saved, schema, stored, problemsOf }: EditsOptions<Values>) {
  const draft = useOldDraft(draftName, schema);
  const [edits, setEdits] = useState<Edits<Values>>(draft ?? noEdits);
  const [refused, setRefused] = useState<Problems<Values>>({});
  const [isChecked, setChecked] = useState(false);
  const changed = changedValues(saved, edits, stored);
  useKeptDraft(draftName, () => (Object.keys(changed).length > 0 ? edits : undefined));
  const values = overlaid(saved, edits);
  const theirs = theirsIn(saved, edits, stored);
  const problems = problemsOf(changed);
  // As on the public form: what is wrong is told by the first save, and goes as it is mended.
  const errors: Problems<Values> = isChecked ? { ...refused, ...problems } : refused;

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    const typed: Partial<Values> = {};
    typed[name] = value;
    setEdits((before) => withTyped(before, saved, typed));
    setRefused((before) => ({ ...before, [name]: undefined }));
  };

  return {
    edits,
    values,
    changed,
    problems,
    hasTheirs: Object.keys(theirs).length > 0,
    field: <Name extends keyof Values & string>(name: Name): BoundField<Values[Name]> => ({
      name,
      value: values[name],
      error: errors[name],
      theirs: theirs[name],
      onChange: (value) => set(name, value),
      onKeepMine: () => setEdits((before) => withMineKept(before, saved, name)),
      onTakeTheirs: () => setEdits((before) => withoutEdit(before, name)),
    }),
    /** Shows what is wrong from now on. */
    check: () => setChecked(true),
    refuse: (error: unknown) => setRefused(problemsIn(error, saved)),
    /** Told what was sent and what is saved now. */
    noteSaved: (sent: Edits<Values>, now: Values) => {
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
