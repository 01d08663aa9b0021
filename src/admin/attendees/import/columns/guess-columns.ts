import { hasOptions } from '#contract/rules/field-types.ts';
import { REGISTRATION_NAME } from '#contract/rules/payload-keys.ts';
import { SUBMITTED_IN_WORDS } from '#contract/texts/import.ts';
import type { CsvRecord } from '../file/parse-csv.ts';
import { type ColumnTarget, namedTarget } from './column-targets.ts';
import { plainHeader, SYNONYMS } from './synonyms.ts';

/** A column of the file. Without a target it is not imported. */
export interface Column {
  readonly header: string;
  readonly target: ColumnTarget | undefined;
  readonly reason: 'Same name' | 'As last time' | 'Guessed' | undefined;
}

/** Whether the column says what became of a registration, as an export has it. It is never imported: the check of the rows asks. */
export const isRegistration = ({ header }: Pick<Column, 'header'>): boolean => header === REGISTRATION_NAME;

/** What each header was imported as, by `plainHeader`; an empty key is a column that was not imported. */
export type RememberedColumns = Readonly<Record<string, string>>;

const COMMON_START_MIN = 4;
/** Rows whose values are compared with the options of a question. */
const SAMPLE = 200;

const isSynonym = (target: ColumnTarget, header: string): boolean => SYNONYMS.get(target.key)?.includes(plainHeader(header)) === true;

/** Whether a column of this name would be recognized, whatever its values. */
export const isKnownHeader = (header: string, targets: readonly ColumnTarget[]): boolean =>
  namedTarget(header, targets) !== undefined || targets.some((target) => isSynonym(target, header));

/** Whether the header and the label of a question begin with the same word, as `Diet` and `Dietary needs` do. */
function beginsAlike({ field, label }: ColumnTarget, header: string): boolean {
  const [short = '', long = ''] = [plainHeader(header), plainHeader(label)].toSorted((a, b) => a.length - b.length);
  return field !== undefined && short.length >= COMMON_START_MIN && long.startsWith(short);
}

function offersValues({ field }: ColumnTarget, values: ReadonlySet<string>): boolean {
  if (field === undefined || !hasOptions(field) || values.size === 0) return false;
  return [...values].filter((value) => field.options.includes(value)).length * 2 >= values.size;
}

/** The ways to find a target for a column, best first: an earlier one of any column wins over a later one. */
type Way = (header: string, index: number) => Pick<Column, 'target' | 'reason'> | 'not imported' | undefined;

/** Chooses a target for each column, none of them twice. `remembered` is what was chosen for the last file of the series. */
export function guessColumns(
  { header, records }: { readonly header: readonly string[]; readonly records: readonly CsvRecord[] },
  targets: readonly ColumnTarget[],
  remembered: RememberedColumns,
): Column[] {
  const columns = header.map((name): Column => ({ header: name, target: undefined, reason: undefined }));
  const settled = new Set<number>();
  const taken = new Set<string>();
  const isFree = (target: ColumnTarget): boolean => !taken.has(target.key);
  const guess = (found: ColumnTarget | undefined) => found && ({ target: found, reason: 'Guessed' } as const);
  const valuesOf = (index: number) => new Set(records.slice(0, SAMPLE).flatMap(({ cells }) => (cells[index] ? [cells[index]] : [])));
  const ways: readonly Way[] = [
    (name) => (name === SUBMITTED_IN_WORDS || isRegistration({ header: name }) ? 'not imported' : undefined),
    (name) => {
      const key = remembered[plainHeader(name)];
      if (key === '') return 'not imported';
      const target = targets.find((each) => each.key === key);
      return target && { target, reason: namedTarget(name, targets) === target ? 'Same name' : 'As last time' };
    },
    (name) => {
      const target = namedTarget(name, targets);
      return target && { target, reason: 'Same name' };
    },
    (name) => guess(targets.find((target) => isFree(target) && isSynonym(target, name))),
    (name) => guess(targets.find((target) => isFree(target) && beginsAlike(target, name))),
    (_, index) => guess(targets.find((target) => isFree(target) && offersValues(target, valuesOf(index)))),
  ];
  for (const find of ways) {
    for (const [index, name] of header.entries()) {
      const found = settled.has(index) ? undefined : find(name, index);
      if (found === undefined) continue;
      if (found !== 'not imported') {
        if (found.target === undefined || !isFree(found.target)) continue;
        taken.add(found.target.key);
        columns[index] = { header: name, ...found };
      }
      settled.add(index);
    }
  }
  return columns;
}

/** The columns after a choice. The target leaves the column that had it, so that nothing is imported twice. */
export const chooseTarget = (columns: readonly Column[], chosen: number, target: ColumnTarget | undefined): Column[] =>
  columns.map((column, index) => {
    if (index === chosen) return { ...column, target, reason: undefined };
    return target !== undefined && column.target?.key === target.key ? { ...column, target: undefined, reason: undefined } : column;
  });
