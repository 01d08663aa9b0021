import { formatCount } from '#contract/texts/counts.ts';
import chip from '#admin/ui/inputs/chip.module.css';
import type { PlannedRow } from './import-plan.ts';
import classes from './row-chips.module.css';

const GROUPS = [
  { group: 'toCorrect', label: 'To correct', has: ({ isToCorrect }: PlannedRow) => isToCorrect },
  { group: 'notConfirmed', label: 'Not confirmed', has: ({ row }: PlannedRow) => row.registration !== undefined },
  { group: 'existing', label: 'Already here', has: ({ isExisting }: PlannedRow) => isExisting },
  { group: 'repeat', label: 'Repeated', has: ({ repeatOf }: PlannedRow) => repeatOf !== undefined },
  { group: 'all', label: 'All rows', has: () => true },
] as const;

export type RowGroup = (typeof GROUPS)[number]['group'];

/** A group with the lines that were edited in it: these rows stay where they are typed in, even if they no longer belong to it. */
export interface ChosenGroup {
  readonly group: RowGroup;
  readonly edited: ReadonlySet<number>;
}

/** The rows of the chosen group; of the first that has any while none is chosen. */
export function rowsOf(planned: readonly PlannedRow[], chosen: ChosenGroup | undefined) {
  const groups = GROUPS.map((each) => ({
    ...each,
    rows: planned.filter((row) => each.has(row) || (each.group === chosen?.group && chosen.edited.has(row.row.line))),
  }));
  const all = { ...GROUPS[4], rows: planned };
  return groups.find(({ group, rows }) => (chosen === undefined ? rows.length > 0 : group === chosen.group)) ?? all;
}

interface RowChipsProps {
  planned: readonly PlannedRow[];
  shown: RowGroup;
  onChoose: (group: RowGroup) => void;
}

export function RowChips({ planned, shown, onChoose }: RowChipsProps) {
  const chips = GROUPS.map(({ group, label, has }) => ({ group, label, count: planned.filter(has).length }));
  return (
    <div className={classes.bar} data-row="wrap between">
      <fieldset className={classes.chips} data-row="stretch wrap" aria-label="Rows to show">
        {chips
          .filter(({ group, count }) => count > 0 || group === shown)
          .map(({ group, label, count }) => (
            <button key={group} type="button" className={chip.chip} aria-pressed={group === shown} onClick={() => onChoose(group)}>
              {label} <span>{formatCount(count)}</span>
            </button>
          ))}
      </fieldset>
      <span className={classes.hint} data-variant="quiet" data-phone="hidden">
        <kbd>F8</kbd> next problem
      </span>
    </div>
  );
}
