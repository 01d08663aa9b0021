import { hashKey } from '@tanstack/react-query';

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
