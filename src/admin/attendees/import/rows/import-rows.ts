import { newSubmissionSchema } from '#contract/attendees/submission.ts';
import { addressSuggestion } from '#contract/rules/address-suggestion.ts';
import { answerProblem, staffAnswer } from '#contract/rules/answers.ts';
import { emailKey } from '#contract/rules/email.ts';
import { type Column, isRegistration } from '../columns/guess-columns.ts';
import type { CsvRecord } from '../file/parse-csv.ts';

/** Words for yes and no in the languages of `SYNONYMS`, as `plainText` gives them. */
const YES_WORDS: ReadonlySet<string> = new Set('yes y true 1 x ✓ ja j oui si sí sim wahr'.split(' '));
const NO_WORDS: ReadonlySet<string> = new Set('no n false 0 - – — nein non nee nej nei não falsch'.split(' '));

/** A text for comparison: without case and outer spaces. */
export const plainText = (text: string): string => text.trim().toLowerCase();

export const isYes = (text: string): boolean => YES_WORDS.has(plainText(text));

export const isNo = (text: string): boolean => NO_WORDS.has(plainText(text));

/** Cells by the key of their column. */
export type Cells = Readonly<Record<string, string>>;

/** A row of the file as an attendee, validated by the contract's rules. */
export interface ImportRow {
  readonly line: number;
  /** As the file has them. */
  readonly written: Cells;
  /** As they are sent: corrected, or matched to an option. */
  readonly values: Cells;
  /** Why the row cannot be imported, by column; under `ROW` what no column is to blame for. */
  readonly problems: Cells;
  /** As addresses are compared. */
  readonly email: string;
  /** The address that was probably meant, if this one looks mistyped. */
  readonly meant: string | undefined;
  /** The `marketing` cell holds a word for no, such as `no` or `0`; any other text is consent (IMP-6, IMP-10). */
  readonly saysNo: boolean;
  /** What became of the registration, as the file has it, unless it is confirmed or the file says nothing. */
  readonly registration: string | undefined;
}

/** What staff changed in the check of the rows. */
export interface ImportEdits {
  /** Corrected cells by line. */
  readonly cells: ReadonlyMap<number, Cells>;
  /** By column, what a value that is no option is imported as; an empty text leaves the answer out. */
  readonly matches: Readonly<Record<string, Cells>>;
  /** Lines that were skipped by hand or, with false, included despite the choices for all rows. */
  readonly leftOut: ReadonlyMap<number, boolean>;
}

export const NO_EDITS: ImportEdits = { cells: new Map(), matches: {}, leftOut: new Map() };

/** The key of problems that belong to a whole row. */
export const ROW = '';

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

const TOO_MANY_CELLS = 'The row has more cells than the header';

const acceptsMarketing = (row: Pick<ImportRow, 'values' | 'saysNo'>, treatNoAs: TreatNoAs): boolean =>
  row.saysNo ? treatNoAs === 'accepting' : (row.values.marketing ?? '') !== '';

/** The request body that adds a row. */
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

/** The request body that updates an attendee: only what the file says. The address is the one that was found. */
export function updateOf(row: ImportRow, treatNoAs: TreatNoAs): Record<string, string | boolean> {
  const { email: _email, marketing = '', ...values } = row.values;
  const said = Object.entries(values).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(said), ...(marketing === '' ? {} : { accepts_marketing: acceptsMarketing(row, treatNoAs) }) };
}

/** The problems of a row as texts, each with the column unless the message names it. */
export function problemTexts({ problems }: ImportRow, columns: readonly Column[]): string[] {
  return Object.entries(problems).map(([key, message]) => {
    const label = columns.find(({ target }) => target?.key === key)?.target?.label ?? '';
    return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
  });
}

function problemsOf(values: Cells, columns: readonly Column[]): Record<string, string> {
  const issues = newSubmissionSchema.safeParse(bodyOf({ values, saysNo: false }, 'not_accepting')).error?.issues ?? [];
  const answers = columns.flatMap(({ target }) => {
    if (target?.field === undefined) return [];
    const message = answerProblem(target.field, staffAnswer(target.field, values[target.key]));
    return message === undefined ? [] : [[target.key, message] as const];
  });
  return Object.fromEntries([...issues.map(({ path, message }) => [path.join('.'), message] as const), ...answers]);
}

function registrationOf(cells: readonly string[], columns: readonly Column[]): string | undefined {
  const status = plainText(cells[columns.findIndex(isRegistration)] ?? '');
  return status === '' || status === 'confirmed' ? undefined : status;
}

interface CellsOfRow extends Pick<ImportRow, 'written' | 'values'> {
  readonly isCorrected: boolean;
}

function checkRow({ line, cells }: CsvRecord, columns: readonly Column[], { written, values, isCorrected }: CellsOfRow): ImportRow {
  // A surplus comma moves every cell after it into the wrong column. Whoever corrects a cell has seen the row.
  const isMoved = !isCorrected && cells.slice(columns.length).some((cell) => cell !== '');
  return {
    line,
    written,
    values,
    problems: { ...(isMoved ? { [ROW]: TOO_MANY_CELLS } : {}), ...problemsOf(values, columns) },
    email: emailKey(values.email ?? ''),
    meant: addressSuggestion(values.email ?? ''),
    saysNo: isNo(values.marketing ?? ''),
    registration: registrationOf(cells, columns),
  };
}

/** The cells of a record by the key of their column. */
const writtenOf = ({ cells }: CsvRecord, columns: readonly Column[]): Cells =>
  Object.fromEntries(columns.flatMap(({ target }, index) => (target === undefined ? [] : [[target.key, cells[index] ?? '']])));

function valuesOf(written: Cells, corrected: Cells | undefined, matches: ImportEdits['matches']): Cells {
  const matched = Object.entries(written).flatMap(([key, value]): [string, string][] => {
    const match = Object.hasOwn(matches, key) ? matches[key] : undefined;
    return match !== undefined && Object.hasOwn(match, value) ? [[key, match[value] ?? '']] : [];
  });
  return matched.length === 0 && corrected === undefined ? written : { ...written, ...Object.fromEntries(matched), ...corrected };
}

const areEqual = (a: Cells, b: Cells): boolean => a === b || Object.keys(a).every((key) => a[key] === b[key]);

/** Makes the function that checks all rows with the edits of staff. Rows that an edit does not change stay the same objects. */
export function createRowCheck(records: readonly CsvRecord[], columns: readonly Column[]): (edits: ImportEdits) => readonly ImportRow[] {
  let checked: readonly ImportRow[] = [];
  return ({ cells, matches }) => {
    checked = records.map((record, index) => {
      const before = checked[index];
      const written = before?.written ?? writtenOf(record, columns);
      const corrected = cells.get(record.line);
      const values = valuesOf(written, corrected, matches);
      return before !== undefined && areEqual(before.values, values)
        ? before
        : checkRow(record, columns, { written, values, isCorrected: corrected !== undefined });
    });
    return checked;
  };
}
