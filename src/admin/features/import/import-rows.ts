import type { PublicField } from '#contract/rules/active-fields.ts';
import { emailKey } from '#contract/rules/email.ts';
import { staffAnswer, staffAnswerProblem } from '#contract/rules/staff-answer.ts';
import { newSubmissionSchema } from '#contract/submission.ts';
import { type Column, PERSON_COLUMNS } from './match-columns.ts';
import type { CsvRecord } from './parse-csv.ts';

/** A row of the file as an attendee, checked by the server's own rules. */
export interface ImportRow {
  readonly line: number;
  /** What the row holds under each key; a column that the file does not have is blank. */
  readonly values: Readonly<Record<string, string>>;
  /** Why the row cannot be imported; none when it can. */
  readonly problems: readonly string[];
  /** The `marketing` cell holds a word for no, which the specification's rule would read as consent (decision 41). */
  readonly saysNo: boolean;
  /** Line of the first row with the same address that can be imported; undefined for that row itself. */
  readonly repeatOf: number | undefined;
}

/** How rows whose `marketing` cell says no are imported. */
export type NoMeans = 'not_accepting' | 'accepting';

/** What is sent for one row (decision 41). */
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

const DIFFERENT_LENGTH = 'The row has more cells than the header';

const labelOfPerson = (key: string): string => PERSON_COLUMNS.find((target) => target.key === key)?.label ?? key;

/** A message that does not name its field gets the name in front. */
const named = (label: string, message: string): string =>
  message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;

/** Any text in the `marketing` cell is consent (spec section 5), but for a word for no, which staff decide about (decision 41). */
const consents = (row: Pick<ImportRow, 'values' | 'saysNo'>, noMeans: NoMeans): boolean =>
  row.saysNo ? noMeans === 'accepting' : (row.values.marketing ?? '') !== '';

/** What is sent for a row. Answers go under their field's key. */
export function bodyOf(row: Pick<ImportRow, 'values' | 'saysNo'>, noMeans: NoMeans): RowBody {
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
    accepts_marketing: consents(row, noMeans),
  };
}

function personProblems(body: RowBody): string[] {
  const issues = newSubmissionSchema.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => named(labelOfPerson(path.join('.')), message));
}

function answerProblems(values: Readonly<Record<string, string>>, fields: readonly PublicField[]): string[] {
  return fields.flatMap((field) => {
    const message = staffAnswerProblem(field, staffAnswer(field, values[field.name]));
    return message === undefined ? [] : [`${field.label}: ${message}`];
  });
}

function readRow({ line, cells }: CsvRecord, columns: readonly Column[]): Omit<ImportRow, 'repeatOf'> {
  const used = columns.flatMap(({ target }, index) => (target === undefined ? [] : [{ ...target, value: cells[index] ?? '' }]));
  const values = Object.fromEntries(used.map(({ key, value }) => [key, value]));
  const saysNo = NO_WORDS.has((values.marketing ?? '').toLowerCase());
  const problems = [
    // A comma too many moves every cell after it into the wrong column.
    ...(cells.slice(columns.length).some((cell) => cell !== '') ? [DIFFERENT_LENGTH] : []),
    ...personProblems(bodyOf({ values, saysNo }, 'not_accepting')),
    ...answerProblems(
      values,
      used.flatMap(({ field }) => (field === undefined ? [] : [field])),
    ),
  ];
  return { line, values, problems, saysNo };
}

/** Reads and checks every row before anything is sent (decision 41). */
export function readRows(records: readonly CsvRecord[], columns: readonly Column[]): ImportRow[] {
  const firstLines = new Map<string, number>();
  return records.map((record) => {
    const row = readRow(record, columns);
    if (row.problems.length > 0) return { ...row, repeatOf: undefined };
    const key = emailKey(row.values.email ?? '');
    const repeatOf = firstLines.get(key);
    if (repeatOf === undefined) firstLines.set(key, row.line);
    return { ...row, repeatOf };
  });
}
