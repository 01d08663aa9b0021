/** What a form holds, by field. Numbers and dates stand as they are typed. */
export type FormValues = Readonly<Record<string, string | boolean | null>>;

/**
 * What was typed over saved values and is not saved yet. `base` is, for each of these fields, the saved value that the person
 * saw when they began: another saved value later means that somebody else was faster (decision 16).
 */
export interface Edits<Values extends FormValues> {
  readonly mine: Partial<Values>;
  readonly base: Partial<Values>;
}

export const noEdits = { mine: {}, base: {} } as const;

/** The fields of `values` that `isChosen` picks. */
function pick<Values extends FormValues>(values: Partial<Values>, isChosen: (name: keyof Values & string) => boolean): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const name in values) if (isChosen(name)) picked[name] = values[name];
  return picked;
}

/** The saved values under what was typed over them (spec section 4). */
export const overlaid = <Values extends FormValues>(saved: Values, { mine }: Edits<Values>): Values => ({ ...saved, ...mine });

/** The edits with more typed; a value typed back to the saved one is no edit. */
export function withTyped<Values extends FormValues>(edits: Edits<Values>, saved: Values, typed: Partial<Values>): Edits<Values> {
  const mine = pick<Values>({ ...edits.mine, ...typed }, (name) => !Object.hasOwn(typed, name) || typed[name] !== saved[name]);
  const base = pick<Values>({ ...saved, ...edits.base }, (name) => Object.hasOwn(mine, name));
  return { mine, base };
}

/** The edited fields that differ from what is saved, as they would be stored: what a save sends (decision 16). */
export function changedValues<Values extends FormValues>(
  saved: Values,
  edits: Edits<Values>,
  stored: (values: Values) => Values,
): Partial<Values> {
  const after = stored(overlaid(saved, edits));
  const before = stored(saved);
  return pick<Values>(after, (name) => Object.hasOwn(edits.mine, name) && after[name] !== before[name]);
}

/** What somebody else has saved meanwhile in the same places, where it is not what was typed, as it would be stored (decision 16). */
export function theirsIn<Values extends FormValues>(
  saved: Values,
  edits: Edits<Values>,
  stored: (values: Values) => Values,
): Partial<Values> {
  const wanted = changedValues(saved, edits, stored);
  return pick<Values>(saved, (name) => Object.hasOwn(wanted, name) && edits.base[name] !== saved[name]);
}

/** Keeps what was typed in a field, having seen what somebody else saved there: the next save sends it. */
export const withMineKept = <Values extends FormValues>(
  { mine, base }: Edits<Values>,
  saved: Values,
  name: keyof Values,
): Edits<Values> => ({
  mine,
  base: { ...base, ...pick<Values>(saved, (each) => each === name) },
});

/** Gives up what was typed in a field. */
export const withoutEdit = <Values extends FormValues>({ mine, base }: Edits<Values>, name: keyof Values): Edits<Values> => ({
  mine: pick<Values>(mine, (each) => each !== name),
  base: pick<Values>(base, (each) => each !== name),
});

/** What is left after a save of `sent`: what was typed while it was under way, over what is saved now. */
export function afterSave<Values extends FormValues>(edits: Edits<Values>, sent: Edits<Values>, saved: Values): Edits<Values> {
  const mine = pick<Values>(edits.mine, (name) => edits.mine[name] !== sent.mine[name]);
  return { mine, base: pick<Values>(saved, (name) => Object.hasOwn(mine, name)) };
}
