import { answerProblem, staffAnswer } from '#contract/rules/answers.ts';
import { hasOptions, isTick } from '#contract/rules/field-types.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { Column } from '../columns/guess-columns.ts';
import type { FileRecord } from '../file/parse-csv.ts';
import { isNo, isYes, plainText } from './cell-words.ts';
import type { Cells, ImportEdits } from './import-rows.ts';

/** The values of a column that are not options of its question, most frequent first. */
export interface UnmatchedValues {
  readonly key: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly values: readonly { readonly value: string; readonly rows: number }[];
}

const YES_NO = ['yes', 'no'] as const;

/** What can be answered; undefined for questions that take any text. */
export function optionsOf(field: PublicField): readonly string[] | undefined {
  if (isTick(field)) return YES_NO;
  return hasOptions(field) ? field.options : undefined;
}

/** The option that a value can only mean, such as `vegan` for `Vegan`. */
function obviousOption(value: string, { options }: UnmatchedValues, field: PublicField | undefined): Cells {
  const takesTick = field !== undefined && isTick(field);
  const option = options.find((each) => plainText(each) === plainText(value));
  if (option !== undefined) return { [value]: option };
  if (takesTick && isYes(value)) return { [value]: 'yes' };
  return takesTick && isNo(value) ? { [value]: 'no' } : {};
}

/** The different values of a column that are wanted, most frequent first. */
const frequentValues = (records: readonly FileRecord[], index: number, isWanted: (value: string) => boolean): UnmatchedValues['values'] =>
  [...Map.groupBy(records, ({ cells }) => cells[index] ?? '')]
    .filter(([value]) => isWanted(value))
    .map(([value, { length }]) => ({ value, rows: length }))
    .toSorted((a, b) => b.rows - a.rows);

export const unmatchedValues = (records: readonly FileRecord[], columns: readonly Column[]): UnmatchedValues[] =>
  columns.flatMap(({ target }, index) => {
    const { field } = target ?? {};
    const options = field && optionsOf(field);
    if (target === undefined || field === undefined || options === undefined) return [];
    const values = frequentValues(records, index, (value) => answerProblem(field, staffAnswer(field, value)) !== undefined);
    return values.length === 0 ? [] : [{ key: target.key, label: target.label, options, values }];
  });

/** The values of the column of consent that say neither yes nor no, most frequent first. */
export function unclearConsent(records: readonly FileRecord[], columns: readonly Column[]): UnmatchedValues['values'] {
  const index = columns.findIndex(({ target }) => target?.key === 'marketing');
  return frequentValues(records, index, (value) => value !== '' && !isYes(value) && !isNo(value));
}

export const obviousMatches = (unmatched: readonly UnmatchedValues[], columns: readonly Column[]): ImportEdits['matches'] =>
  Object.fromEntries(
    unmatched.map((column) => {
      const field = columns.find(({ target }) => target?.key === column.key)?.target?.field;
      return [column.key, Object.assign({}, ...column.values.map(({ value }) => obviousOption(value, column, field)))];
    }),
  );
