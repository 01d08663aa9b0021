import { answerProblem, staffAnswer } from '#contract/rules/answers.ts';
import { hasOptions, isTick } from '#contract/rules/field-types.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { Column } from '../columns/guess-columns.ts';
import type { FileRecord } from '../file/parse-csv.ts';
import { isNo, isYes, plainText } from './cell-words.ts';
import { type Cells, consentOf, type ImportEdits } from './import-rows.ts';

/** The values of a column that are not options of its question, most frequent first. */
export interface UnmatchedValues {
  readonly key: string;
  readonly label: string;
  readonly field: PublicField;
  readonly options: readonly string[];
  readonly values: readonly { readonly value: string; readonly rows: number }[];
}

const SAYS: Readonly<Record<string, (value: string) => boolean>> = { yes: isYes, no: isNo };

/** The possible answers; undefined for questions that accept any text. */
export function answerOptions(field: PublicField): readonly string[] | undefined {
  if (isTick(field)) return Object.keys(SAYS);
  return hasOptions(field) ? field.options : undefined;
}

const frequentValues = (cells: readonly string[], isWanted: (value: string) => boolean): UnmatchedValues['values'] =>
  [...Map.groupBy(cells, (cell) => cell)]
    .filter(([value]) => isWanted(value))
    .map(([value, { length }]) => ({ value, rows: length }))
    .toSorted((a, b) => b.rows - a.rows);

export const unmatchedValues = (records: readonly FileRecord[], columns: readonly Column[]): UnmatchedValues[] =>
  columns.flatMap(({ target }, index) => {
    const { field } = target ?? {};
    const options = field && answerOptions(field);
    if (target === undefined || field === undefined || options === undefined) return [];
    const values = frequentValues(
      records.map(({ cells }) => cells[index] ?? ''),
      (value) => answerProblem(field, staffAnswer(field, value)) !== undefined,
    );
    return values.length === 0 ? [] : [{ key: target.key, label: target.label, field, options, values }];
  });

/** The values in consent columns that are neither yes nor no, most frequent first. */
export const unclearConsent = (records: readonly FileRecord[], columns: readonly Column[]): UnmatchedValues['values'] =>
  frequentValues(
    records.map((record) => consentOf(record, columns)),
    (value) => value !== '' && !isYes(value) && !isNo(value),
  );

/** The only option that a value can mean, such as `Vegan` for `vegan` or, of a tick, `yes` for `ja`; by value. */
const matchesOf = ({ values, options, field }: UnmatchedValues): Cells =>
  Object.fromEntries(
    values.flatMap(({ value }) => {
      const option = options.find((each) => plainText(each) === plainText(value) || (isTick(field) && SAYS[each]?.(value) === true));
      return option === undefined ? [] : [[value, option] as const];
    }),
  );

/** The only option that each value can mean, unless staff matched a value themselves. */
export const obviousMatches = (unmatched: readonly UnmatchedValues[], byHand: ImportEdits['matches'] = {}): ImportEdits['matches'] =>
  Object.fromEntries(unmatched.map((column) => [column.key, { ...matchesOf(column), ...byHand[column.key] }]));
