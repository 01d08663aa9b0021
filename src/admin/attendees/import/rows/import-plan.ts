import { formatCount } from '#contract/texts/counts.ts';
import { CANCELLED_IN_FILE, notConfirmed } from '#contract/texts/import.ts';
import type { ColumnTarget } from '../columns/column-targets.ts';
import type { Column } from '../columns/guess-columns.ts';
import { plainText } from './cell-words.ts';
import { type Carried, type ImportRow, problemTexts, ROW, type ImportEdits, type TreatNoAs } from './import-rows.ts';

export interface ImportChoices {
  readonly treatNoAs: TreatNoAs;
  readonly existing: 'leave_out' | 'update' | 'add';
  readonly skipsRepeats: boolean;
  readonly skipsNotConfirmed: boolean;
  /** People who had cancelled stay cancelled, and people who waited wait if there is a list. */
  readonly carriesOver: boolean;
}

/** By default a no means no (D41), nobody is added twice, and nobody gets a place who had none. */
export const DEFAULT_CHOICES: ImportChoices = {
  treatNoAs: 'not_accepting',
  existing: 'leave_out',
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

/** What becomes of a row: it is added, updates an attendee, or is skipped for a reason. */
export type PlannedAction =
  | { readonly kind: 'add'; readonly as?: Carried }
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
  /** The choices for all rows leave it out; by hand it may be taken in. */
  readonly isLeftOutByChoices: boolean;
}

const nameOf = ({ values }: ImportRow): string => plainText(`${values.first_name ?? ''} ${values.last_name ?? ''}`);

/** People may share an address: of those who do, the one with the same name; otherwise one who is not taken by a row of another name. */
const attendeeOf = (
  row: ImportRow,
  sameAddress: readonly ExistingAttendee[],
  taken: ReadonlyMap<string, string>,
): ExistingAttendee | undefined =>
  sameAddress.find(({ name, hasCancelled }) => hasCancelled !== true && plainText(name) === nameOf(row)) ??
  sameAddress.find(({ name }) => plainText(name) === nameOf(row)) ??
  sameAddress.find(({ id }) => (taken.get(id) ?? nameOf(row)) === nameOf(row));

export const sameAs = (line: number): string => `Same person as line ${formatCount(line)}`;

type Found = Pick<PlannedRow, 'repeatOf'> & { readonly attendee: ExistingAttendee | undefined };

const NOT_FOUND: Found = { attendee: undefined, repeatOf: undefined };

/** Why somebody who is in the event, or has cancelled, is left out; undefined if the choices do not say so. */
function reasonHere(
  { hasCancelled }: ExistingAttendee,
  carriedAs: Carried | undefined,
  existing: ImportChoices['existing'],
): string | undefined {
  if (hasCancelled === true) return 'Has cancelled here';
  if (existing === 'update' && carriedAs === 'cancelled') return CANCELLED_IN_FILE;
  return existing === 'leave_out' ? 'Already in this event' : undefined;
}

function actionOf({ carriedAs }: ImportRow, { attendee, repeatOf }: Found, { existing, skipsRepeats }: ImportChoices): PlannedAction {
  const repeats = repeatOf === undefined ? undefined : sameAs(repeatOf);
  const reason = attendee && reasonHere(attendee, carriedAs, existing);
  if (reason !== undefined) return { kind: 'skip', reason };
  // Two rows that update one attendee would end in either order.
  if (attendee !== undefined && existing === 'update') {
    return repeats === undefined ? { kind: 'update', attendee } : { kind: 'skip', reason: repeats };
  }
  return repeats !== undefined && skipsRepeats ? { kind: 'skip', reason: repeats } : { kind: 'add' };
}

interface Given {
  readonly columns: readonly Column[];
  readonly edits: ImportEdits;
  readonly existing: ExistingAttendees;
  readonly choices: ImportChoices;
  readonly canWait?: boolean;
  /** Of repeated answers to a form the last one counts. */
  readonly lastCounts?: boolean;
}

function carriedBy(row: ImportRow, { choices, canWait = false }: Given): Carried | undefined {
  const as = choices.carriesOver ? row.carriedAs : undefined;
  return as === 'waiting' && !canWait ? undefined : as;
}

/** Why the choices leave a row out because its registration was not confirmed; undefined if they do not. */
function reasonNotConfirmed(row: ImportRow, given: Given): string | undefined {
  const isIn = row.registration === undefined || !given.choices.skipsNotConfirmed || carriedBy(row, given) !== undefined;
  return isIn ? undefined : notConfirmed(row.registration ?? '');
}

/** What is done with a row by the choices for all rows, its own problem, and what was said of it by hand. */
function finalAction(byChoices: PlannedAction, problem: string, isLeftOutByHand: boolean | undefined): PlannedAction {
  if (isLeftOutByHand === true) return { kind: 'skip', reason: 'Left out by you' };
  if (problem !== '') return { kind: 'problem', reason: problem };
  return isLeftOutByHand === false && byChoices.kind === 'skip' ? { kind: 'add' } : byChoices;
}

const carriedOver = (action: PlannedAction, as: Carried | undefined): PlannedAction =>
  action.kind === 'add' && as !== undefined ? { ...action, as } : action;

export function planImport(rows: readonly ImportRow[], given: Given): PlannedRow[] {
  const { columns, edits, existing, choices } = given;
  const lines = new Map<string, number>();
  const taken = new Map<string, string>();
  const planRow = (row: ImportRow, problem: string, isLeftOutByHand: boolean | undefined) => {
    const attendee = attendeeOf(row, existing.get(row.email) ?? [], taken);
    const person = `${row.email} ${nameOf(row)}`;
    const found = problem === '' ? { attendee, repeatOf: lines.get(person) } : NOT_FOUND;
    const byChoices = actionOf(row, found, choices);
    const isValid = problem === '' && isLeftOutByHand !== true;
    if (isValid && found.repeatOf === undefined) lines.set(person, row.line);
    if (isValid && attendee !== undefined) taken.set(attendee.id, nameOf(row));
    return {
      row,
      action: carriedOver(finalAction(byChoices, problem, isLeftOutByHand), carriedBy(row, given)),
      isExisting: attendee !== undefined && attendee.hasCancelled !== true,
      repeatOf: isValid ? found.repeatOf : undefined,
      isLeftOutByChoices: byChoices.kind === 'skip',
    };
  };
  const plan = (row: ImportRow) => {
    const isLeftOutByHand = edits.leftOut.get(row.line);
    const isCorrected = isLeftOutByHand === true || edits.cells.has(row.line);
    const reason = reasonNotConfirmed(row, given);
    if (reason !== undefined && isLeftOutByHand === undefined) {
      const action = { kind: 'skip', reason } as const;
      return { row, action, isToCorrect: isCorrected, isExisting: false, repeatOf: undefined, isLeftOutByChoices: true };
    }
    const problem = problemTexts(row, columns).join('. ');
    const planned = planRow(row, problem, isLeftOutByHand);
    return {
      ...planned,
      isToCorrect: isCorrected || problem !== '',
      isLeftOutByChoices: reason !== undefined || planned.isLeftOutByChoices,
    };
  };
  const inOrder = given.lastCounts === true ? rows.toReversed() : rows;
  // Someone who is going in one row and cancelled in another is going.
  const { going = [], carried = [] } = Object.groupBy(inOrder, (row) => (carriedBy(row, given) === undefined ? 'going' : 'carried'));
  const planned = new Map([...going, ...carried].map((row) => [row.line, plan(row)]));
  return rows.flatMap((row) => planned.get(row.line) ?? []);
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

/** Digits, as in `4.47911E+11`, or a letter that an old encoding turned into a question mark, or another program into `Ã¼` or `&uuml;`; organisations may end with a question mark. */
export function hasLostCharacters({ values }: ImportRow): boolean {
  const { first_name: first = '', last_name: last = '', organisation = '' } = values;
  if (Object.values(values).some((value) => /^\d[.,]\d+E\+\d+$/i.test(value))) return true;
  const written = `${first} ${last} ${organisation}`;
  return (
    /\p{L}\?/u.test(`${first} ${last}`) ||
    /\?\p{L}|\uFFFD|[ÃÄÅ][\u0080-\u009f\u00a1-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|&#?[A-Za-z\d]{2,8};/u.test(
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
  const rank = ({ line, key }: CellPlace): number => line * (keys.length + 1) + keys.indexOf(key);
  const here = rank(from);
  // From outside the table `here` is not a number, and the first or last problem is next.
  return isBackwards
    ? (places.findLast((place) => rank(place) < here) ?? places.at(-1))
    : (places.find((place) => rank(place) > here) ?? places[0]);
}

/** The edits with a corrected cell. A cell that is back to what the file says is no longer one. */
export function withCell(edits: ImportEdits, { line, written }: ImportRow, key: string, value: string): ImportEdits {
  const { [key]: _, ...others } = edits.cells.get(line) ?? {};
  const cells = new Map(edits.cells);
  if (value !== written[key]) cells.set(line, { ...others, [key]: value });
  else if (Object.keys(others).length > 0) cells.set(line, others);
  else cells.delete(line);
  return { ...edits, cells };
}

/** The edits with a row skipped, or no longer skipped. A row that matches the choices for all rows is no longer an edit. */
export function withLeftOut(edits: ImportEdits, { row, isLeftOutByChoices }: PlannedRow, isLeftOut: boolean): ImportEdits {
  const leftOut = new Map(edits.leftOut);
  if (isLeftOut === isLeftOutByChoices) leftOut.delete(row.line);
  else leftOut.set(row.line, isLeftOut);
  return { ...edits, leftOut };
}

/** The edits with what a value is imported as; `undefined` takes the choice back. */
export function withMatch(edits: ImportEdits, key: string, value: string, option: string | undefined): ImportEdits {
  const { [value]: _, ...others } = edits.matches[key] ?? {};
  return { ...edits, matches: { ...edits.matches, [key]: option === undefined ? others : { ...others, [value]: option } } };
}

export const isEdited = ({ cells, leftOut }: ImportEdits): boolean => cells.size + leftOut.size > 0;
