import { counted, formatCount } from '#admin/ui/format/counts.ts';
import type { RunState } from './import-run.ts';

type State = RunState<unknown>;

export function headline({ phase, total, left, failed }: State): string {
  switch (phase) {
    case 'running':
      return `Importing row ${formatCount(Math.min(total, total - left + 1))} of ${formatCount(total)}`;
    case 'stopping':
      return 'Stopping…';
    case 'stopped':
      return 'The import was stopped';
    case 'finished':
      return failed.length > 0 ? 'Some rows were not imported' : 'The import is done';
  }
}

const rowsWere = (count: number, what: string): string => `${counted(count, 'row')} ${count === 1 ? 'was' : 'were'} ${what}`;

/** The result of an import that is stopped or finished. */
export function outcome({ phase, added, alreadyAdded, left, failed, isHalted }: State): string {
  const parts = [
    ...(isHalted ? ['One row after the other failed'] : []),
    phase === 'finished' ? rowsWere(added, 'added') : `${rowsWere(added, 'added')} and ${added === 1 ? 'stays' : 'stay'} in the event`,
    ...(alreadyAdded > 0 ? [rowsWere(alreadyAdded, 'there from an earlier import')] : []),
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(left > 0 ? [rowsWere(left, 'not sent')] : []),
  ];
  return `${parts.join('. ')}.`;
}
