import { emailKey } from '#contract/rules/email.ts';
import type { ImportRow, TreatNoAs } from '../file/import-rows.ts';

export interface ImportChoices {
  readonly treatNoAs: TreatNoAs;
  readonly skipsExisting: boolean;
  readonly skipsRepeats: boolean;
}

/** By default a no means no (D41). */
export const DEFAULT_CHOICES: ImportChoices = { treatNoAs: 'not_accepting', skipsExisting: false, skipsRepeats: false };

/** The rows of a file, grouped for the preview. A row with problems is in no other group but `all`. */
export interface ImportGroups {
  readonly problem: readonly ImportRow[];
  readonly existing: readonly ImportRow[];
  readonly repeat: readonly ImportRow[];
  readonly saysNo: readonly ImportRow[];
  readonly all: readonly ImportRow[];
}

const isValid = (row: ImportRow): boolean => row.problems.length === 0;

const hasAddressIn = (addresses: ReadonlySet<string>, row: ImportRow): boolean => addresses.has(emailKey(row.values.email ?? ''));

/** Groups rows. `addresses` are those of the event, as `emailKey` gives them. */
export function groupRows(rows: readonly ImportRow[], addresses: ReadonlySet<string>): ImportGroups {
  const valid = rows.filter(isValid);
  return {
    problem: rows.filter((row) => !isValid(row)),
    existing: valid.filter((row) => hasAddressIn(addresses, row)),
    repeat: valid.filter((row) => row.repeatOf !== undefined),
    saysNo: valid.filter((row) => row.saysNo),
    all: rows,
  };
}

/** The valid rows, without those that staff chose to skip. */
export function rowsToSend(groups: ImportGroups, { skipsExisting, skipsRepeats }: ImportChoices): ImportRow[] {
  const skipped = new Set([...groups.problem, ...(skipsExisting ? groups.existing : []), ...(skipsRepeats ? groups.repeat : [])]);
  return groups.all.filter((row) => !skipped.has(row));
}
