import type { PublicField } from '#contract/rules/active-fields.ts';
import { emailKey } from '#contract/rules/email.ts';
import { staffAnswer, staffAnswerProblem } from '#contract/rules/staff-answer.ts';
import { newSubmissionSchema } from '#contract/submission.ts';
import { type Column, PERSON_COLUMNS } from './match-columns.ts';
import type { CsvRecord } from './parse-csv.ts';

export interface ImportRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  /** Why the row cannot be imported; empty when it can. */
  readonly problems: readonly string[];
  /** The `marketing` cell holds a word for no, such as `no` or `0`; any other text is consent (IMP-6, IMP-10). */
  readonly saysNo: boolean;
  /** Line of the first valid row with the same address; undefined if this is the first. */
  readonly repeatOf: number | undefined;
}

/** How rows whose `marketing` cell says no are imported: staff decide. */
export type TreatNoAs = 'not_accepting' | 'accepting';

export interface RowBody {
  first_name: string;
  last_name: string;
  email: string;
  job_title: string;
  organisation: string;
  message: string | null;
  accepts_marketing: boolean;
  [answer: string]: string | boolean | null;
}

const NO_WORDS: ReadonlySet<string> = new Set(['no', 'n', 'false', '0']);

const TOO_MANY_CELLS = 'The row has more cells than the header';

const personColumnLabel = (key: string): string => PERSON_COLUMNS.find((target) => target.key === key)?.label ?? key;

const withLabel = (label: string, message: string): string =>
  message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;

const acceptsMarketing = (row: Pick<ImportRow, 'values' | 'saysNo'>, treatNoAs: TreatNoAs): boolean =>
  row.saysNo ? treatNoAs === 'accepting' : (row.values.marketing ?? '') !== '';

/** The request body for a row. */
export function bodyOf(row: Pick<ImportRow, 'values' | 'saysNo'>, treatNoAs: TreatNoAs): RowBody {
  const { first_name = '', last_name = '', email = '', job_title = '', organisation = '', message = '', ...rest } = row.values;
  const { marketing: _, ...answers } = rest;
  return {
    ...answers,
    first_name,
    last_name,
    email,
    job_title,
    organisation,
    message: message === '' ? null : message,
    accepts_marketing: acceptsMarketing(row, treatNoAs),
  };
}

function personProblems(body: RowBody): string[] {
  const issues = newSubmissionSchema.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => withLabel(personColumnLabel(path.join('.')), message));
}

function answerProblems(values: Readonly<Record<string, string>>, fields: readonly PublicField[]): string[] {
  return fields.flatMap((field) => {
    const message = staffAnswerProblem(field, staffAnswer(field, values[field.name]));
    return message === undefined ? [] : [`${field.label}: ${message}`];
  });
}

function convertRow({ line, cells }: CsvRecord, columns: readonly Column[]): Omit<ImportRow, 'repeatOf'> {
  const mapped = columns.flatMap(({ target }, index) => (target === undefined ? [] : [{ ...target, value: cells[index] ?? '' }]));
  const values = Object.fromEntries(mapped.map(({ key, value }) => [key, value]));
  const saysNo = NO_WORDS.has((values.marketing ?? '').toLowerCase());
  const problems = [
    // A surplus comma moves every cell after it into the wrong column.
    ...(cells.slice(columns.length).some((cell) => cell !== '') ? [TOO_MANY_CELLS] : []),
    ...personProblems(bodyOf({ values, saysNo }, 'not_accepting')),
    ...answerProblems(
      values,
      mapped.flatMap(({ field }) => (field === undefined ? [] : [field])),
    ),
  ];
  return { line, values, problems, saysNo };
}

/** Converts and validates all rows of a file. */
export function convertRows(records: readonly CsvRecord[], columns: readonly Column[]): ImportRow[] {
  const firstLines = new Map<string, number>();
  return records.map((record) => {
    const row = convertRow(record, columns);
    if (row.problems.length > 0) return { ...row, repeatOf: undefined };
    const key = emailKey(row.values.email ?? '');
    const repeatOf = firstLines.get(key);
    if (repeatOf === undefined) firstLines.set(key, row.line);
    return { ...row, repeatOf };
  });
}
