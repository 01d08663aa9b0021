import { hasOptions } from '#contract/rules/field-types.ts';
import { REGISTRATION_NAME } from '#contract/rules/payload-keys.ts';
import { SUBMITTED_IN_WORDS } from '#contract/texts/import.ts';
import type { FileRecord } from '../file/parse-csv.ts';
import { plainText } from '../rows/cell-words.ts';
import { type ColumnTarget, isOfState, namedTarget } from './column-targets.ts';
import { areMost, fits, isOwnStatus, keyOfStates } from './column-values.ts';
import { haveOneSubject, isOfOrder, isSynonym, namedInWords, namesPeople, phraseOf, plainHeader } from './synonyms.ts';

/** A column of the file. Without a target, it is not imported. */
export interface Column {
  readonly header: string;
  readonly target: ColumnTarget | undefined;
  readonly reason: 'Same name' | 'As last time' | 'Guessed' | 'Marketing last time' | undefined;
  readonly isByHand?: boolean;
}

/** What each header was imported as, by `plainHeader`; an empty key is a column that was not imported. */
export type RememberedColumns = Readonly<Record<string, string>>;

const COMMON_START_MIN = 4;
/** The most values of a column that are examined; a column of states has only a few, in however many rows. */
const VALUES_MAX = 200;

export function differentValues(records: readonly FileRecord[], index: number, max: number): string[] {
  const values = new Set<string>();
  for (const { cells } of records) {
    if (cells[index]) values.add(cells[index]);
    if (values.size === max) break;
  }
  return [...values];
}

const hasSynonym = (header: string, is: (target: ColumnTarget) => boolean = () => true) => {
  const plain = plainHeader(header);
  return (target: ColumnTarget): boolean => isSynonym(target.key, plain) && is(target);
};

/** What a column with this name may be, whatever it contains. */
function keysOf(header: string, targets: readonly ColumnTarget[]): readonly string[] {
  const named = namedTarget(header, targets) ?? targets.find(hasSynonym(header));
  return named === undefined ? namedInWords(header).keys : [named.key];
}

/** Whether a column of this name would be recognised, and whether as one of addresses. */
export function knownHeader(header: string, targets: readonly ColumnTarget[]): boolean | 'email' {
  const keys = keysOf(header, targets);
  return keys.includes('email') ? 'email' : keys.length > 0;
}

/** Whether a column only gives the type of another, as `Phone 1 - Type` does. */
const isOfKind = (header: string): boolean => /(?:type|typ|label|code)$/.test(plainHeader(header));

const isNameKey = (key: string): boolean => ['first_name', 'last_name', '_name'].includes(key);
const isOfName = ({ target }: Column): boolean => isNameKey(target?.key ?? '');

/** Whether a column is about other people, such as the buyer; it only counts for attendees if no other column does. */
const isOfOthers = (header: string): boolean => isOfOrder(header) || isSynonym('_role', plainHeader(header));

const saysWhoComes = ({ target }: Column): boolean => ['_registration', '_coming'].includes(target?.key ?? '');

/** Whether the header and the label of a question begin with the same word, as `Diet` and `Dietary needs` do. */
function beginsAlike({ field, label }: ColumnTarget, header: string): boolean {
  const [short = '', long = ''] = [plainHeader(header), plainHeader(label)].toSorted((a, b) => a.length - b.length);
  return field !== undefined && short.length >= COMMON_START_MIN && long.startsWith(short) && isOfKind(header) === isOfKind(label);
}

function offersValues({ field }: ColumnTarget, values: readonly string[]): boolean {
  if (field === undefined || !hasOptions(field)) return false;
  const options = new Set(field.options.map(plainText));
  const [first = '', ...others] = values.filter((value) => options.has(plainText(value)));
  // A single letter may be an initial instead of a size.
  return (others.length > 0 || first.length >= COMMON_START_MIN) && (others.length + 1) * 2 >= values.length;
}

/** The only column of names, unless it has last ones: without `Cognome`, `Nome` may have whole names. */
function onlyName(header: readonly string[], targets: readonly ColumnTarget[]): string | undefined {
  const keys = (name: string) => (phraseOf(name) === 'nom' ? ['first_name'] : keysOf(name, targets));
  const [only, another] = header.filter((name) => !isOfOrder(name) && keys(name).some(isNameKey));
  return only === undefined || another !== undefined || keys(only).includes('last_name') ? undefined : only;
}

const hasTwoWords = (value: string): boolean => /\S\s+\S/.test(value);
const WHOLE_NAME = { keys: ['_name'], isOfPeople: true };

/** What a column is about by its words: a whole name if its parts follow, as `Nom du participant: Prénom` does in pretix; it counts where these are blank. */
const namedAmong = (name: string, header: readonly string[]) =>
  header.some((part) => part.startsWith(`${name}: `)) && namedInWords(name).keys.some(isNameKey) ? WHOLE_NAME : namedInWords(name);

/** If there are several consent columns, the first counts unless another says no. */
const mayBeSeveral = (target: ColumnTarget): boolean => target.key === 'marketing' || isOfState(target);

type Guess = Omit<Column, 'header'>;
const NOT_IMPORTED: Guess = { target: undefined, reason: undefined };

/** Consent is never assumed from memory alone, but the choice is recalled. */
const unsettled = (header: string, remembered: RememberedColumns): Column => ({
  header,
  target: undefined,
  reason: remembered[plainHeader(header)] === 'marketing' ? 'Marketing last time' : undefined,
});

/** A way to find a target for a column. */
type Way = (header: string, values: readonly string[]) => Guess | undefined;

/** Chooses a target for each column. `remembered` is what was chosen for the last file of the series. */
export function guessColumns(
  { header, records }: { readonly header: readonly string[]; readonly records: readonly FileRecord[] },
  targets: readonly ColumnTarget[],
  remembered: RememberedColumns,
): Column[] {
  const columns = header.map((name) => unsettled(name, remembered));
  const settled = new Set<number>();
  const taken = new Set<string>();
  const guess = (is: (target: ColumnTarget) => boolean) => {
    const target = targets.find((each) => !taken.has(each.key) && is(each));
    return target && ({ target, reason: 'Guessed' } as const);
  };
  const guessInWords = ({ keys }: ReturnType<typeof namedInWords>, values: readonly string[]) =>
    guess((target) => keys.includes(target.key) && fits(target, values));
  const guessOfPeople: Way = (name, values) => (namesPeople(name) ? guessInWords(namedAmong(name, header), values) : undefined);
  const guessStates = (name: string, values: readonly string[], isOther = false) => {
    const key = keyOfStates(name, values);
    return isOther === (key === '_registration' && !isOwnStatus(name)) ? guess((target) => target.key === key) : undefined;
  };
  const named = (name: string) => {
    const target = namedTarget(name, targets);
    return target && ({ target, reason: 'Same name' } as const);
  };
  const only = onlyName(header, targets);
  const valuesOf = header.map((_, index) => differentValues(records, index, VALUES_MAX));
  // Best first: an earlier one for any column wins over a later one.
  const ways: readonly Way[] = [
    (name) => (name === SUBMITTED_IN_WORDS ? NOT_IMPORTED : undefined),
    (name) => (name === REGISTRATION_NAME ? named(name) : undefined),
    // In a file from another tool the remembered name may be that of a column about the buyer.
    (name, values) => (name === only || remembered[plainHeader(name)] !== undefined ? undefined : guessOfPeople(name, values)),
    (name, values) => {
      const key = remembered[plainHeader(name)];
      // Perhaps nobody in the last file had cancelled.
      if (key === '') return keyOfStates(name, values) === undefined ? { ...NOT_IMPORTED, isByHand: true } : undefined;
      if (key === 'marketing' && !keysOf(name, targets).includes(key)) return undefined;
      const target = targets.find((each) => each.key === key);
      // A file from another tool may use the same name for a column that is empty, or has no addresses.
      if (target === undefined || values.length === 0 || (key === 'email' && !fits(target, values))) return undefined;
      return { target, reason: namedTarget(name, targets) === target ? 'Same name' : 'As last time' };
    },
    (name, values) => (name === only && areMost(values, hasTwoWords) ? guessInWords(WHOLE_NAME, values) : undefined),
    // A ticket names its buyer and, in other columns, the person who comes.
    guessOfPeople,
    (name, values) => {
      const found = named(name);
      return found && fits(found.target, values) ? found : undefined;
    },
    (name, values) => guessStates(name, values),
    // Columns about a payment or part of the event count if none is about the sign-up.
    (name, values) => (columns.some(saysWhoComes) ? undefined : guessStates(name, values, true)),
    // Without another column of names it may be a full name, or an advertisement.
    (name, values) =>
      plainHeader(name) === 'ad' && header.some((other) => /^soyad[ıi]?$/.test(plainHeader(other)))
        ? guess((target) => target.key === 'first_name' && fits(target, values))
        : undefined,
    (name, values) => guess(hasSynonym(name, (target) => fits(target, values))),
    (name) => guess((target) => beginsAlike(target, name)),
    (_, values) => guess((target) => offersValues(target, values)),
    (name) =>
      guess(
        ({ field, label }) =>
          field !== undefined && !hasOptions(field) && isOfKind(name) === isOfKind(label) && haveOneSubject(name, label),
      ),
    (name, values) => (isOfOthers(name) ? undefined : guessInWords(namedInWords(name), values)),
    (name, values) =>
      columns.some((column) => isOfName(column) && !isOfOthers(column.header)) ? undefined : guessInWords(namedInWords(name), values),
    (name, values) => (name.includes('@') ? undefined : guess((target) => target.key === 'email' && fits(target, values))),
    // A list of orders has their numbers below `Name`.
    (name) => (plainHeader(name) === 'name' ? undefined : named(name)),
    (name, values) => (values.length === 0 ? guess(hasSynonym(name)) : undefined),
  ];
  for (const find of ways) {
    for (const [index, name] of header.entries()) {
      const found = settled.has(index) ? undefined : find(name, valuesOf[index] ?? []);
      if (found === undefined || (found.target && taken.has(found.target.key))) continue;
      if (found.target && !mayBeSeveral(found.target)) taken.add(found.target.key);
      columns[index] = { header: name, ...found };
      settled.add(index);
    }
  }
  return columns;
}

/** The columns after a choice. The target is removed from its previous column, so that nothing is imported twice. */
export const chooseTarget = (columns: readonly Column[], chosen: number, target: ColumnTarget | undefined): Column[] =>
  columns.map((column, index) => {
    if (index === chosen) return { ...column, target, reason: undefined, isByHand: true };
    return target !== undefined && !isOfState(target) && column.target?.key === target.key
      ? { ...column, ...NOT_IMPORTED, isByHand: true }
      : column;
  });
