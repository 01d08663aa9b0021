/** The values of a form by field. Numbers and dates are texts, as typed. */
export type FormValues = Readonly<Record<string, string | boolean | null>>;

/**
 * Unsaved edits. `base` has, for each edited field, the saved value that the person saw when they began: when the saved value differs from
 * it, somebody else has changed the field.
 */
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

/** The saved values with the edits applied. */
export const merged = <Values extends FormValues>(saved: Values, { local }: Edits<Values>): Values => ({ ...saved, ...local });

/** Adds typed values to the edits; a value typed back to the saved one is no edit. */
export function setValues<Values extends FormValues>(edits: Edits<Values>, saved: Values, typed: Partial<Values>): Edits<Values> {
  const local = pick<Values>({ ...edits.local, ...typed }, (name) => !Object.hasOwn(typed, name) || typed[name] !== saved[name]);
  const base = pick<Values>({ ...saved, ...edits.base }, (name) => Object.hasOwn(local, name));
  return { local, base };
}

/** The edited fields that differ from what is saved, as the server would store them: what a save sends. */
export function changedValues<Values extends FormValues>(
  saved: Values,
  edits: Edits<Values>,
  stored: (values: Values) => Values,
): Partial<Values> {
  const after = stored(merged(saved, edits));
  const before = stored(saved);
  return pick<Values>(after, (name) => Object.hasOwn(edits.local, name) && after[name] !== before[name]);
}

/** The conflicts: values that somebody else saved in edited fields, unless both would be stored alike. */
export function remoteChanges<Values extends FormValues>(
  saved: Values,
  edits: Edits<Values>,
  stored: (values: Values) => Values,
): Partial<Values> {
  const wanted = changedValues(saved, edits, stored);
  return pick<Values>(saved, (name) => Object.hasOwn(wanted, name) && edits.base[name] !== saved[name]);
}

/** Resolves a conflict for the local value, which the next save sends. */
export const keepLocal = <Values extends FormValues>({ local, base }: Edits<Values>, saved: Values, name: keyof Values): Edits<Values> => ({
  local,
  base: { ...base, ...pick<Values>(saved, (each) => each === name) },
});

/** Drops the edit of a field. */
export const withoutEdit = <Values extends FormValues>({ local, base }: Edits<Values>, name: keyof Values): Edits<Values> => ({
  local: pick<Values>(local, (each) => each !== name),
  base: pick<Values>(base, (each) => each !== name),
});

/** The edits left after `sent` was saved: what was typed meanwhile, on top of what is saved now. */
export function afterSave<Values extends FormValues>(edits: Edits<Values>, sent: Edits<Values>, saved: Values): Edits<Values> {
  const local = pick<Values>(edits.local, (name) => edits.local[name] !== sent.local[name]);
  return { local, base: pick<Values>(saved, (name) => Object.hasOwn(local, name)) };
}
