import { shallowEqual } from '@mantine/hooks';
import { newSubmissionSchema } from '#contract/attendees/submission.ts';
import { addressSuggestion } from '#contract/rules/address-suggestion.ts';
import { answerProblem, staffAnswer } from '#contract/rules/answers.ts';
import { addressesIn, emailKey } from '#contract/rules/email.ts';
import { isLong, isTick } from '#contract/rules/field-types.ts';
import type { SignUpPerson } from '#contract/rules/sign-up.ts';
import { type ColumnTarget, sentTargets } from '../columns/column-targets.ts';
import { saysOptOut } from '../columns/column-values.ts';
import type { Column } from '../columns/guess-columns.ts';
import { isOwnAddress, plainHeader } from '../columns/synonyms.ts';
import type { FileRecord } from '../file/parse-csv.ts';
import {
  CHANGES_MEANING,
  isNo,
  isYes,
  plainName,
  plainText,
  isSubscribed,
  saysSubscribed,
  saysUnsubscribed,
  saysNo,
  saysYes,
  stateOf,
} from './cell-words.ts';
import { namesOf } from './split-name.ts';

export type Cells = Readonly<Record<string, string>>;

/** A row of the file as an attendee, validated by the contract's rules. */
export interface ImportRow {
  readonly line: number;
  readonly written: Cells;
  /** As sent: corrected, or matched to an option. */
  readonly values: Cells;
  /** Why the row cannot be imported, by column; under `ROW` what no column is to blame for. */
  readonly problems: Cells;
  readonly email: string;
  /** For comparison. */
  readonly name: string;
  /** The address that was probably meant, if this one looks mistyped. */
  readonly meant: string | undefined;
  readonly further: string;
  /** The `marketing` cell holds a word for no, such as `no` or `0` (IMP-10). */
  readonly saysNo: boolean;
  /** Someone who does not want mail, whatever else the row says. */
  readonly hasUnsubscribed: boolean;
  /** The registration's status according to the file, unless it is confirmed or not stated. */
  readonly registration: string | undefined;
  readonly carriedAs: Carried | undefined;
  /** As a number of milliseconds, or infinite if the file does not say. */
  readonly signedUpAt: number;
}

/** The states of a registration that Turnout can carry over. */
export type Carried = 'waiting' | 'cancelled';

/** What staff changed, cells by line; plain objects, since it is stored as JSON. */
export interface ImportEdits {
  readonly cells: Readonly<Record<string, Cells>>;
  /** By column, what a value that is not an option is imported as; an empty text leaves the answer out. */
  readonly matches: Readonly<Record<string, Cells>>;
  /** Lines that were skipped by hand or, with false, included despite the choices for all rows. */
  readonly skipped: Readonly<Record<string, boolean>>;
  /** Everyone accepts marketing, as staff stated for a file of subscribers. */
  readonly allAccept?: boolean;
}

export const NO_EDITS: ImportEdits = { cells: {}, matches: {}, skipped: {} };

/** The key of problems that belong to a whole row. */
export const ROW = '';

/** How rows whose `marketing` cell says no are imported: staff decide. */
export type TreatNoAs = 'not_accepting' | 'accepting';

export interface RowBody extends SignUpPerson {
  message: string | null;
  accepts_marketing: boolean;
  [answer: string]: string | boolean | null;
}

type Said = Pick<ImportRow, 'values' | 'saysNo' | 'hasUnsubscribed'>;

/** Only a yes is consent. */
const acceptsMarketing = ({ values, saysNo, hasUnsubscribed }: Said, treatNoAs: TreatNoAs): boolean =>
  !hasUnsubscribed && (saysNo ? treatNoAs === 'accepting' : isYes(values.marketing ?? ''));

export function bodyOf(row: Said, treatNoAs: TreatNoAs, registration?: Carried): RowBody {
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
    ...(registration === undefined ? {} : { _registration: registration }),
  };
}

type RowEdit = Record<string, string | boolean> & { accepts_marketing?: boolean };

/** The request body that updates an attendee: only what the file says. The address is the one that was found. */
export function updateOf(row: ImportRow, treatNoAs: TreatNoAs): RowEdit {
  const { email: _email, marketing = '', ...values } = row.values;
  const said = Object.entries(values).filter(([, value]) => value !== '');
  const saysConsent = isYes(marketing) || row.saysNo || row.hasUnsubscribed;
  return { ...Object.fromEntries(said), ...(saysConsent ? { accepts_marketing: acceptsMarketing(row, treatNoAs) } : {}) };
}

/** The problems of a row as texts, each with the column unless the message names it. */
export const problemTexts = ({ problems }: ImportRow, columns: readonly Column[]): string[] =>
  Object.entries(problems).map(([key, message]) => {
    const label = columns.find(({ target }) => target?.key === key)?.target?.label ?? '';
    return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
  });

function problemsOf(values: Cells, columns: readonly Column[]): Record<string, string> {
  const issues =
    newSubmissionSchema.safeParse(bodyOf({ values, saysNo: false, hasUnsubscribed: false }, 'not_accepting')).error?.issues ?? [];
  const answers = columns.flatMap(({ target }) => {
    if (target?.field === undefined) return [];
    const message = answerProblem(target.field, staffAnswer(target.field, values[target.key]));
    return message === undefined ? [] : [[target.key, isTick(target.field) ? 'Please answer yes or no' : message] as const];
  });
  return Object.fromEntries([...issues.map(({ path, message }) => [path.join('.'), message] as const), ...answers]);
}

const cellOf = ({ cells }: FileRecord, columns: readonly Column[], key: string): string =>
  cells[columns.findIndex(({ target }) => target?.key === key)] ?? '';

/** What the column called marketing says about consent, otherwise the first, unless another says no, or the value to ask about. */
export function consentOf({ cells: all, shared = [] }: FileRecord, columns: readonly Column[]): string {
  const cells = all.map((cell, index) => (shared.includes(index) ? '' : cell));
  const said = columns.flatMap(({ target }, index) => (target?.key === 'marketing' ? (cells[index] ?? '') : []));
  const named = columns.findIndex(({ target, reason }) => target?.key === 'marketing' && reason === 'Same name');
  return (
    said.find((cell) => isNo(cell) || saysUnsubscribed(cell)) ??
    said.find((cell) => cell !== '' && !isYes(cell) && !saysSubscribed(cell)) ??
    (named < 0 ? said[0] : cells[named]) ??
    ''
  );
}

/** What databases export for a missing time. */
const NO_TIME = /^000[01]-/;

const saysFlagIsOff = (said: string): boolean => saysNo(said) || NO_TIME.test(said);
const isConfirmed = (key: string, said: string): boolean =>
  isYes(said) || stateOf(said) === 'going' || saysSubscribed(said) || (key === '_coming' && saysYes(said));

/** What a non-empty cell says about an unconfirmed sign-up; undefined for others. */
function unconfirmedBy({ header, target }: Column, said: string): string | undefined {
  const key = target?.key ?? '';
  if (key === '_registration' || key === '_coming') return isConfirmed(key, said) ? undefined : said;
  const flags: Cells = { _cancelled: 'cancelled', _waiting: 'waiting list', _unconfirmed: plainText(header) };
  if (saysFlagIsOff(said)) return undefined;
  return key in flags && (stateOf(said) ?? 'going') !== 'going' ? said : flags[key];
}

const CONFIRMED = '';

/** A yes in another column outweighs a state that only says the person was asked; an active contact is not such a yes. */
function registrationOf({ cells }: FileRecord, columns: readonly Column[]): string | undefined {
  const all = columns.flatMap((column, index) => {
    if (!cells[index] || column.target?.key.startsWith('_') !== true) return [];
    const isAnswer = /^_(?:registration|coming)$/.test(column.target.key) && !isSubscribed(cells[index]);
    return unconfirmedBy(column, plainText(cells[index])) ?? (isAnswer ? CONFIRMED : []);
  });
  const said = all.filter((state) => state !== CONFIRMED && !(all.includes(CONFIRMED) && stateOf(state) === 'unanswered'));
  return said.find((state) => stateOf(state) === 'cancelled') ?? said.find((state) => stateOf(state) === 'waiting') ?? said[0];
}

const SIGN_UP_TIME = /^(?:submitted|registered|signedup|created)(?:at|on)$|^(?:registration|signup)(?:date|time)$/;

/** Only years that come first are read, since nobody can tell 3/4 from 4/3. */
function signUpTime({ cells }: FileRecord, columns: readonly Column[]): number {
  const cell = cells[columns.findIndex(({ header }) => SIGN_UP_TIME.test(plainHeader(header)))] ?? '';
  return (/^\d{4}-/.test(cell) && Date.parse(cell)) || Infinity;
}

const wantsNoMail = ({ cells }: FileRecord, columns: readonly Column[], registration = ''): boolean =>
  saysUnsubscribed(registration) ||
  columns.some(({ header, target }, index) => {
    const cell = cells[index] ?? '';
    if (target?.key !== '_unsubscribed') return target?.key !== 'marketing' && saysUnsubscribed(cell) && !CHANGES_MEANING.test(header);
    return cell !== '' && !isNo(cell) && !(saysOptOut(header) ? saysSubscribed(cell) : isSubscribed(cell));
  });

/** The addresses of a cell. Some tools put `|` or `:::` between several, and people a slash. */
const addressesOf = (cell: string): string[] =>
  addressesIn(cell.replaceAll(/@\S*/g, (part) => part.replaceAll('/', ' ')).replaceAll(/\||:::/g, ' ')).filter((part) =>
    part.includes('@'),
  );

interface CellsOfRow extends Pick<ImportRow, 'written' | 'values'> {
  readonly isCorrected: boolean;
  readonly allAre: string | undefined;
}

function checkRow(record: FileRecord, columns: readonly Column[], { written, values, isCorrected, allAre }: CellsOfRow): ImportRow {
  const { line, cells } = record;
  const registration = registrationOf(record, columns) ?? allAre;
  const state = stateOf(registration ?? '');
  // A surplus comma moves every later cell into the wrong column. People who correct a cell have seen the row.
  const isMoved = !isCorrected && cells.slice(columns.length).some((cell) => cell !== '');
  return {
    line,
    written,
    values,
    problems: { ...(isMoved ? { [ROW]: 'The row has more cells than the header' } : {}), ...problemsOf(values, columns) },
    email: emailKey(values.email ?? ''),
    name: plainName([values.first_name, values.last_name].join(' ')),
    meant: addressSuggestion(values.email ?? ''),
    further: addressesOf(cellOf(record, columns, 'email'))
      .slice(1)
      .join(', '),
    saysNo: isNo(values.marketing ?? ''),
    hasUnsubscribed: wantsNoMail(record, columns, registration),
    registration,
    carriedAs: state === 'waiting' || state === 'cancelled' ? state : undefined,
    signedUpAt: signUpTime(record, columns),
  };
}

/** Invisible line breaks from word processors. */
const OLD_LINE_BREAKS = /[\v\f\u2028\u2029]+/g;
const LINE_BREAKS = /[\r\n\v\f\u2028\u2029]\s*/g;

/** `Ann Lee <ann@example.com>`, `Ann Lee (ann@example.com)` and `ann@example.com (work)`. */
const ADDRESS_WITH_NAME = /(?:^|[\s"'])<[^<>]*(?:>[\s;,.]*)?$|\([^()\s@]+@[^()\s]+\)$|^[^\s@]+@\S+\s+\([^()]*\)$/;

function writtenCell({ key, field }: ColumnTarget, cell: string): string {
  // An address after a name, or followed by others; one with spaces in it is shown unchanged.
  if (key === 'email') return addressesOf(cell).length > 1 || ADDRESS_WITH_NAME.test(cell) ? (addressesOf(cell)[0] ?? cell) : cell;
  return key === 'message' || (field !== undefined && isLong(field))
    ? cell.replaceAll(OLD_LINE_BREAKS, '\n')
    : cell.replaceAll(LINE_BREAKS, ' ');
}

/** Whether a column may have another address of someone, as contacts have them for work and for home. */
const hasOtherAddress = ({ header, target, isByHand }: Column): boolean =>
  target === undefined && isByHand !== true && isOwnAddress(header);

function writtenOf(record: FileRecord, columns: readonly Column[]): Cells {
  const cellFor = ({ key }: ColumnTarget) => {
    const cell = (key === 'marketing' ? consentOf : cellOf)(record, columns, key);
    if (key !== 'email' || cell !== '') return cell;
    return record.cells[columns.findIndex((column, index) => record.cells[index]?.includes('@') && hasOtherAddress(column))] ?? '';
  };
  const written = Object.fromEntries(sentTargets(columns).map((target) => [target.key, writtenCell(target, cellFor(target))]));
  const [infix, last] = [cellOf(record, columns, '_infix'), written.last_name ?? ''];
  const isApart = infix !== '' && last !== '' && !plainText(last).startsWith(`${plainText(infix)} `);
  return { ...written, ...(isApart ? { last_name: `${infix} ${last}` } : {}), ...namesOf(cellOf(record, columns, '_name'), written) };
}

function valuesOf(written: Cells, corrected: Cells | undefined, { matches, allAccept }: ImportEdits): Cells {
  const matched = Object.entries(written).flatMap(([key, value]): [string, string][] => {
    const match = Object.hasOwn(matches, key) ? matches[key] : undefined;
    return match !== undefined && Object.hasOwn(match, value) ? [[key, match[value] ?? '']] : [];
  });
  if (allAccept === true && written.marketing === undefined) matched.push(['marketing', 'yes']);
  return matched.length === 0 && corrected === undefined ? written : { ...written, ...Object.fromEntries(matched), ...corrected };
}

/** Checks all rows; those that an edit does not change stay the same objects. `allAre` is what became of everyone in the file. */
export function createRowCheck(
  records: readonly FileRecord[],
  columns: readonly Column[],
  allAre?: string,
): (edits: ImportEdits) => readonly ImportRow[] {
  let checked: readonly ImportRow[] = [];
  return (edits) => {
    checked = records.map((record, index) => {
      const before = checked[index];
      const written = before?.written ?? writtenOf(record, columns);
      const corrected = edits.cells[record.line];
      const values = valuesOf(written, corrected, edits);
      return before !== undefined && shallowEqual(before.values, values)
        ? before
        : checkRow(record, columns, { written, values, isCorrected: corrected !== undefined, allAre });
    });
    return checked;
  };
}
