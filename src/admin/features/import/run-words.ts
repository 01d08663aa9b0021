import { counted, formatCount } from '#admin/ui/counts.ts';
import type { RunState } from './import-run.ts';

type Counts = Pick<RunState<unknown>, 'phase' | 'total' | 'added' | 'kept' | 'left' | 'isHalted'> & { readonly failed: readonly unknown[] };

/** What the import does at the moment, in a few words. */
export function headline({ phase, total, left, failed }: Counts): string {
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

const were = (count: number, what: string): string => `${counted(count, 'row')} ${count === 1 ? 'was' : 'were'} ${what}`;

/** What became of the rows, once nothing is under way. What was added stays. */
export function outcome({ phase, added, kept, left, failed, isHalted }: Counts): string {
  const parts = [
    ...(isHalted ? ['One row after the other failed'] : []),
    phase === 'finished' ? were(added, 'added') : `${were(added, 'added')} and ${added === 1 ? 'stays' : 'stay'} in the event`,
    ...(kept > 0 ? [were(kept, 'there from an earlier import')] : []),
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(left > 0 ? [were(left, 'not sent')] : []),
  ];
  return `${parts.join('. ')}.`;
}
