import { emailKey } from '#contract/rules/email.ts';
import type { ImportRow, NoMeans } from './import-rows.ts';

/** What staff decided in the preview. */
export interface ImportChoices {
  readonly noMeans: NoMeans;
  readonly leavesOutHere: boolean;
  readonly leavesOutRepeats: boolean;
}

/** Without an answer, who says no does not accept (decision 41). */
export const NO_CHOICES: ImportChoices = { noMeans: 'not_accepting', leavesOutHere: false, leavesOutRepeats: false };

/** The rows of a file by what is worth knowing about them before they are imported. */
export interface ImportGroups {
  readonly problem: readonly ImportRow[];
  /** Their address is in the event already. */
  readonly here: readonly ImportRow[];
  /** Their address stands further up in the file. */
  readonly repeat: readonly ImportRow[];
  readonly saysNo: readonly ImportRow[];
  readonly all: readonly ImportRow[];
}

const isSound = (row: ImportRow): boolean => row.problems.length === 0;

const isIn = (addresses: ReadonlySet<string>, row: ImportRow): boolean => addresses.has(emailKey(row.values.email ?? ''));

/** Groups the rows; `addresses` are those of the event, in the form in which they are compared. Rows with problems are in no other group. */
export function groupRows(rows: readonly ImportRow[], addresses: ReadonlySet<string>): ImportGroups {
  const sound = rows.filter(isSound);
  return {
    problem: rows.filter((row) => !isSound(row)),
    here: sound.filter((row) => isIn(addresses, row)),
    repeat: sound.filter((row) => row.repeatOf !== undefined),
    saysNo: sound.filter((row) => row.saysNo),
    all: rows,
  };
}

/** The rows to send. */
export function rowsToSend(groups: ImportGroups, { leavesOutHere, leavesOutRepeats }: ImportChoices): ImportRow[] {
  const leftOut = new Set([...groups.problem, ...(leavesOutHere ? groups.here : []), ...(leavesOutRepeats ? groups.repeat : [])]);
  return groups.all.filter((row) => !leftOut.has(row));
}
