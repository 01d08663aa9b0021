import { z } from 'zod';
import { formatCount } from '#contract/texts/counts.ts';
import { notConfirmed } from '#contract/texts/import.ts';
import { type ColumnTarget, type ImportTarget, targetsOf } from '../columns/column-targets.ts';
import { type Column, guessColumns } from '../columns/guess-columns.ts';
import { readRememberedColumns } from '../columns/remembered-columns.ts';
import type { ImportFile } from '../file/read-file.ts';
import { plainName } from './cell-words.ts';
import { type Carried, type ImportEdits, type ImportRow, NO_EDITS, problemTexts, ROW, type TreatNoAs } from './import-rows.ts';
import { obviousMatches, type UnmatchedValues, unmatchedValues } from './value-matches.ts';

export interface ImportChoices {
  readonly treatNoAs: TreatNoAs;
  readonly existing: 'skip' | 'update' | 'add';
  readonly skipsRepeats: boolean;
  readonly skipsNotConfirmed: boolean;
  /** People who had cancelled stay cancelled, and people who were waiting join the waiting list, if there is one. */
  readonly carriesOver: boolean;
}

/** By default a no means no (D41), nobody is added twice, and nobody without a place gets one. */
export const DEFAULT_CHOICES: ImportChoices = {
  treatNoAs: 'not_accepting',
  existing: 'skip',
  skipsRepeats: true,
  skipsNotConfirmed: true,
  carriesOver: true,
};

/** An attendee who is in the event or has cancelled, with the version that was read. */
export interface ExistingAttendee {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly hasCancelled?: boolean;
}

/** The attendees of the event by address, newest first. */
export type ExistingAttendees = ReadonlyMap<string, readonly ExistingAttendee[]>;

/** What happens to a row: it is added, updates an attendee, or is skipped for a reason. */
export type PlannedAction =
  | { readonly kind: 'add'; readonly as?: Carried | undefined }
  | { readonly kind: 'update'; readonly attendee: ExistingAttendee }
  | { readonly kind: 'problem' | 'skip'; readonly reason: string };

export interface PlannedRow {
  readonly row: ImportRow;
  readonly action: PlannedAction;
  readonly isExisting: boolean;
  /** The line of the row with the same address and name that is used instead; undefined if this one is used. */
  readonly repeatOf: number | undefined;
  /** It has or had something to correct, or was skipped by hand. */
  readonly isToCorrect: boolean;
  /** The choices for all rows exclude it; it may be included by hand. */
  readonly isSkippedByChoices: boolean;
}

const personOf = ({ email, name }: ImportRow): string => `${email} ${name}`;

export const sameAs = (line: number): string => `Same person as line ${formatCount(line)}`;

/** The person a row is about: someone in the event, and the line of an earlier row about the same person. */
interface Found {
  readonly attendee: ExistingAttendee | undefined;
  readonly repeatOf: number | undefined;
}

const isHere = (attendee: ExistingAttendee | undefined): boolean => attendee !== undefined && attendee.hasCancelled !== true;

/** The people of the event, and those of the rows so far. */
function createPeople(existing: ExistingAttendees) {
  const lines = new Map<string, number>();
  const taken = new Map<string, string>();
  return {
    /** People may share an address: of those who do, the one with the same name; otherwise one who is not taken by a row of another name. */
    find: (row: ImportRow): Found => {
      const sameAddress = existing.get(row.email) ?? [];
      const sameName = sameAddress.filter(({ name }) => plainName(name) === row.name);
      const attendee = sameName.find(isHere) ?? sameName[0] ?? sameAddress.find(({ id }) => (taken.get(id) ?? row.name) === row.name);
      return { attendee, repeatOf: lines.get(personOf(row)) };
    },
    take: (row: ImportRow, { attendee, repeatOf }: Found): void => {
      if (repeatOf === undefined) lines.set(personOf(row), row.line);
      if (attendee !== undefined) taken.set(attendee.id, row.name);
    },
  };
}

/** Why the choices exclude a row about a known person; undefined if they do not. */
function reasonKnown({ carriedAs }: ImportRow, { attendee, repeatOf }: Found, { existing, skipsRepeats }: ImportChoices) {
  const repeats = repeatOf === undefined ? undefined : sameAs(repeatOf);
  if (attendee === undefined) return skipsRepeats ? repeats : undefined;
  if (attendee.hasCancelled === true) return 'Cancelled here';
  if (existing === 'skip') return 'Already in this event';
  // An update does not cancel.
  if (existing === 'update' && carriedAs === 'cancelled') return 'Cancelled in the file, not here';
  // Two rows that update one attendee could finish in either order.
  return existing === 'update' || skipsRepeats ? repeats : undefined;
}

interface Given {
  readonly columns: readonly Column[];
  readonly edits: ImportEdits;
  readonly existing: ExistingAttendees;
  readonly choices: ImportChoices;
  readonly canWait?: boolean;
  /** If someone answered a form repeatedly, the last answer counts. */
  readonly lastCounts?: boolean;
}

const carriedBy = ({ carriedAs }: ImportRow, { choices, canWait = false }: Given): Carried | undefined =>
  choices.carriesOver && (canWait || carriedAs === 'cancelled') ? carriedAs : undefined;

/** Why the choices exclude a row whose registration was not confirmed; undefined if they do not. */
function reasonNotConfirmed(row: ImportRow, given: Given): string | undefined {
  if (row.registration === undefined || !given.choices.skipsNotConfirmed) return undefined;
  return carriedBy(row, given) === undefined ? notConfirmed(row.registration) : undefined;
}

export function planImport(rows: readonly ImportRow[], given: Given): PlannedRow[] {
  const { columns, edits, existing, choices } = given;
  const people = createPeople(existing);
  const plan = (row: ImportRow): PlannedRow => {
    const isSkippedByHand = edits.skipped[row.line];
    const isCorrected = isSkippedByHand === true || edits.cells[row.line] !== undefined;
    const unconfirmed = reasonNotConfirmed(row, given);
    if (unconfirmed !== undefined && isSkippedByHand === undefined) {
      const action = { kind: 'skip', reason: unconfirmed } as const;
      return { row, action, isToCorrect: isCorrected, isExisting: false, repeatOf: undefined, isSkippedByChoices: true };
    }
    const problem = problemTexts(row, columns).join('. ');
    const found = people.find(row);
    const known = problem === '' ? reasonKnown(row, found, choices) : undefined;
    const action = (): PlannedAction => {
      if (isSkippedByHand === true) return { kind: 'skip', reason: 'Skipped by you' };
      if (problem !== '') return { kind: 'problem', reason: problem };
      if (known === undefined && found.attendee !== undefined && choices.existing === 'update') {
        return { kind: 'update', attendee: found.attendee };
      }
      return known === undefined || isSkippedByHand === false
        ? { kind: 'add', as: carriedBy(row, given) }
        : { kind: 'skip', reason: known };
    };
    const isUsed = problem === '' && isSkippedByHand !== true;
    if (isUsed) people.take(row, found);
    return {
      row,
      action: action(),
      isToCorrect: isCorrected || problem !== '',
      isExisting: isHere(found.attendee),
      repeatOf: isUsed ? found.repeatOf : undefined,
      isSkippedByChoices: (unconfirmed ?? known) !== undefined,
    };
  };
  const inOrder = given.lastCounts === true ? rows.toReversed() : rows;
  // Someone who is going in one row and cancelled in another is going.
  const byIsCarried = Map.groupBy(inOrder, (row) => carriedBy(row, given) !== undefined);
  return [...(byIsCarried.get(false) ?? []), ...(byIsCarried.get(true) ?? [])].map(plan).toSorted((a, b) => a.row.line - b.row.line);
}

export function countActions(planned: readonly PlannedRow[]): Record<PlannedAction['kind'], number> {
  const counts = { add: 0, update: 0, problem: 0, skip: 0 };
  for (const { action } of planned) counts[action.kind] += 1;
  return counts;
}

/** How many rows would join the waiting list or stay cancelled if states are carried over, and how many others are not confirmed. */
export function countStates(rows: readonly ImportRow[], given: Given) {
  const carrying = planImport(rows, { ...given, choices: { ...given.choices, carriesOver: true } });
  const carried = carrying.flatMap(({ action }) => (action.kind === 'add' ? (action.as ?? []) : []));
  return {
    waiting: carried.filter((as) => as === 'waiting').length,
    cancelled: carried.filter((as) => as === 'cancelled').length,
    notConfirmed: rows.filter((row) => row.registration !== undefined && carriedBy(row, given) === undefined).length,
  };
}

/** Digits, as in `4.47911E+11`, or a letter that an old encoding turned into a question mark, or another program into `Ã¼`; organisations may end with a question mark. */
export function hasLostCharacters({ values }: ImportRow): boolean {
  const { first_name: first = '', last_name: last = '', organisation = '' } = values;
  if (Object.values(values).some((value) => /^\d[.,]\d+E\+\d+$/i.test(value))) return true;
  const written = `${first} ${last} ${organisation}`;
  return (
    /\p{L}\?/u.test(`${first} ${last}`) ||
    /\?\p{L}|\uFFFD|[ÃÄÅ][\u0080-\u009f\u00a1-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/u.test(
      written,
    )
  );
}

export interface CellPlace {
  readonly line: number;
  readonly key: string;
}

/** Where the next cell with a problem is, after or before a cell; after the last one comes the first. */
export function nextProblem(
  planned: readonly PlannedRow[],
  targets: readonly ColumnTarget[],
  { from, isBackwards }: { from: CellPlace; isBackwards: boolean },
): CellPlace | undefined {
  const keys = [ROW, ...targets.map(({ key }) => key)];
  const places = planned
    .filter(({ action }) => action.kind === 'problem')
    .flatMap(({ row }) => keys.filter((key) => row.problems[key] !== undefined).map((key) => ({ line: row.line, key })));
  // People who share a row are hundredths of a line apart.
  const rank = ({ line, key }: CellPlace): number => Math.round(line * 100) * (keys.length + 1) + keys.indexOf(key);
  const here = rank(from);
  // Outside the table `here` is not a number, and the first or last problem is next.
  return isBackwards
    ? (places.findLast((place) => rank(place) < here) ?? places.at(-1))
    : (places.find((place) => rank(place) > here) ?? places[0]);
}

/** A record in which a key has this value or, with undefined, is absent. */
function withEntry<Value>(record: Readonly<Record<string, Value>>, key: string | number, value: Value | undefined) {
  const { [key]: _, ...others } = record;
  return value === undefined ? others : { ...others, [key]: value };
}

/** The edits with a corrected cell. A cell that is back to what the file says is no longer an edit. */
export function withCell(edits: ImportEdits, { line, written }: ImportRow, key: string, value: string): ImportEdits {
  const cells = withEntry(edits.cells[line] ?? {}, key, value === written[key] ? undefined : value);
  return { ...edits, cells: withEntry(edits.cells, line, Object.keys(cells).length === 0 ? undefined : cells) };
}

/** The edits with a row skipped, or no longer skipped. A row that matches the choices for all rows is no longer an edit. */
export const withSkipped = (edits: ImportEdits, { row, isSkippedByChoices }: PlannedRow, isSkipped: boolean): ImportEdits => ({
  ...edits,
  skipped: withEntry(edits.skipped, row.line, isSkipped === isSkippedByChoices ? undefined : isSkipped),
});

/** The edits with a choice of what a value is imported as; `undefined` reverts it. */
export const withMatch = (edits: ImportEdits, key: string, value: string, option: string | undefined): ImportEdits => ({
  ...edits,
  matches: { ...edits.matches, [key]: withEntry(edits.matches[key] ?? {}, value, option) },
});

export const isEdited = ({ cells, skipped }: ImportEdits): boolean => Object.keys({ ...cells, ...skipped }).length > 0;

export interface ImportDraft {
  readonly file: ImportFile;
  readonly columns: readonly Column[];
  readonly unmatched: readonly UnmatchedValues[];
  readonly edits: ImportEdits;
  readonly choices: ImportChoices;
}

/** The draft with other columns; values that can only mean one option are matched to it, unless they were matched by hand. */
export function withColumns(draft: ImportDraft, columns: readonly Column[]): ImportDraft {
  const unmatched = unmatchedValues(draft.file.records, columns);
  return { ...draft, columns, unmatched, edits: { ...draft.edits, matches: obviousMatches(unmatched, draft.edits.matches) } };
}

export const newDraft = (file: ImportFile, seriesId: string, target: ImportTarget): ImportDraft =>
  withColumns(
    { file, columns: [], unmatched: [], edits: NO_EDITS, choices: DEFAULT_CHOICES },
    guessColumns(file, targetsOf(target), readRememberedColumns(seriesId)),
  );

/** What outlives the session. */
export const keptSchema = z.object({ step: z.enum(['Columns', 'Rows']), draft: z.custom<ImportDraft>() });
type KeptImport = z.infer<typeof keptSchema>;

/** JSON has no function that reads the file in another encoding. */
export function keepImport(step: KeptImport['step'], draft: ImportDraft): KeptImport {
  const { guessed: _, ...file } = draft.file;
  return { step, draft: { ...draft, file } };
}
