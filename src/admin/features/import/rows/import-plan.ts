import { formatCount } from '#admin/ui/format/counts.ts';
import { notConfirmed } from '#contract/texts/import.ts';
import type { Column } from '../columns/guess-columns.ts';
import { type ImportRow, problemTexts, type RowEdits, type TreatNoAs } from './import-rows.ts';

export interface ImportChoices {
  readonly treatNoAs: TreatNoAs;
  /** What is done with people who are in the event already. */
  readonly existing: 'leave_out' | 'update' | 'add';
  readonly skipsRepeats: boolean;
  /** Leaves out rows that the file says were not confirmed. */
  readonly skipsNotConfirmed: boolean;
}

/** By default a no means no (D41), nobody is added twice, and nobody gets a place who had none. */
export const DEFAULT_CHOICES: ImportChoices = {
  treatNoAs: 'not_accepting',
  existing: 'leave_out',
  skipsRepeats: false,
  skipsNotConfirmed: true,
};

/** An attendee who is in the event, with the version that was read. */
export interface ExistingAttendee {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

/** The attendees of the event by address, newest first. */
export type ExistingAttendees = ReadonlyMap<string, readonly ExistingAttendee[]>;

/** What is done with a row: added, an attendee updated, or left out for a reason. */
export type RowAction =
  | { readonly kind: 'add' }
  | { readonly kind: 'update'; readonly attendee: ExistingAttendee }
  | { readonly kind: 'problem' | 'skip'; readonly reason: string };

export interface PlannedRow {
  readonly row: ImportRow;
  readonly action: RowAction;
  readonly isExisting: boolean;
  /** The line of the first valid row with the same address; undefined if this is the first. */
  readonly repeatOf: number | undefined;
  /** It has or had something to correct, or was left out by hand. */
  readonly isToCorrect: boolean;
}

const nameOf = ({ values }: ImportRow): string => `${values.first_name ?? ''} ${values.last_name ?? ''}`.toLowerCase();

/** People may share an address: of those who do, the one with the same name. */
const attendeeOf = (row: ImportRow, sameAddress: readonly ExistingAttendee[]): ExistingAttendee | undefined =>
  sameAddress.find(({ name }) => name.toLowerCase() === nameOf(row)) ?? sameAddress[0];

type Found = Pick<PlannedRow, 'repeatOf'> & { readonly attendee: ExistingAttendee | undefined };

function actionOf({ attendee, repeatOf }: Found, { existing, skipsRepeats }: ImportChoices): RowAction {
  const repeats = repeatOf === undefined ? undefined : `Same address as line ${formatCount(repeatOf)}`;
  if (attendee !== undefined && existing === 'leave_out') return { kind: 'skip', reason: 'Already in this event' };
  // Two rows that update one attendee would end in either order.
  if (attendee !== undefined && existing === 'update') {
    return repeats === undefined ? { kind: 'update', attendee } : { kind: 'skip', reason: repeats };
  }
  return repeats !== undefined && skipsRepeats ? { kind: 'skip', reason: repeats } : { kind: 'add' };
}

interface Given {
  readonly columns: readonly Column[];
  readonly edits: RowEdits;
  readonly existing: ExistingAttendees;
  readonly choices: ImportChoices;
}

/** Decides what is done with each row. */
export function planImport(rows: readonly ImportRow[], { columns, edits, existing, choices }: Given): PlannedRow[] {
  const firstLines = new Map<string, number>();
  return rows.map((row) => {
    const texts = problemTexts(row, columns);
    const isLeftOut = edits.leftOut.has(row.line);
    const isEdited = isLeftOut || edits.cells.has(row.line);
    if (row.registration !== undefined && choices.skipsNotConfirmed && !isLeftOut) {
      const action = { kind: 'skip', reason: notConfirmed(row.registration) } as const;
      return { row, action, isToCorrect: isEdited, isExisting: false, repeatOf: undefined };
    }
    const isToCorrect = texts.length > 0 || isEdited;
    const attendee = attendeeOf(row, existing.get(row.email) ?? []);
    const planned = { row, isToCorrect, isExisting: attendee !== undefined, repeatOf: undefined };
    if (isLeftOut) return { ...planned, action: { kind: 'skip', reason: 'Left out by you' } };
    if (texts.length > 0) return { ...planned, action: { kind: 'problem', reason: texts.join('. ') } };
    const repeatOf = firstLines.get(row.email);
    if (repeatOf === undefined) firstLines.set(row.email, row.line);
    return { ...planned, repeatOf, action: actionOf({ attendee, repeatOf }, choices) };
  });
}

/** How many rows each kind of action has. */
export function countActions(planned: readonly PlannedRow[]): Record<RowAction['kind'], number> {
  const counts = { add: 0, update: 0, problem: 0, skip: 0 };
  for (const { action } of planned) counts[action.kind] += 1;
  return counts;
}
