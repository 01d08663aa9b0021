import { useState } from 'react';
import { formatCount } from '#admin/ui/format/counts.ts';
import type { ImportRow } from '../file/import-rows.ts';
import { RowTable } from '../row-table.tsx';
import type { ImportGroups } from './import-plan.ts';
import classes from './preview-rows.module.css';

type RowGroup = keyof Omit<ImportGroups, 'saysNo'>;

const GROUPS: readonly { shown: RowGroup; label: string }[] = [
  { shown: 'problem', label: 'Problems' },
  { shown: 'existing', label: 'Already here' },
  { shown: 'repeat', label: 'Repeated' },
  { shown: 'all', label: 'All rows' },
];

function notesOf(groups: ImportGroups): (row: ImportRow) => string {
  const existing = new Set(groups.existing);
  return (row) =>
    [
      ...(existing.has(row) ? ['Already in this event'] : []),
      ...(row.repeatOf === undefined ? [] : [`Same address as line ${formatCount(row.repeatOf)}`]),
      ...(row.saysNo ? ['Says no to marketing'] : []),
    ].join('. ');
}

/** The rows of one group, at first those with problems. */
export function PreviewRows({ groups }: { groups: ImportGroups }) {
  const chips = GROUPS.filter(({ shown }) => groups[shown].length > 0);
  const [chosen, setChosen] = useState<RowGroup>();
  const shown = chosen ?? chips[0]?.shown ?? 'all';
  const noteOf = notesOf(groups);
  const label = GROUPS.find((chip) => chip.shown === shown)?.label ?? 'Rows';
  return (
    <>
      <div className={classes.head}>
        <h3>{label}</h3>
        {chips.length > 1 ? (
          <fieldset className={classes.chips} aria-label="Rows to show">
            {chips.map((chip) => (
              <button
                key={chip.shown}
                type="button"
                className={classes.chip}
                aria-pressed={chip.shown === shown}
                onClick={() => setChosen(chip.shown)}
              >
                {chip.label} {formatCount(groups[chip.shown].length)}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      <RowTable
        key={shown}
        label={label}
        noteHeading={shown === 'problem' ? 'Problem' : 'Note'}
        entries={groups[shown].map((row) => ({
          row,
          text: row.problems.length > 0 ? row.problems.join('. ') : noteOf(row),
          isBad: row.problems.length > 0,
        }))}
      />
    </>
  );
}
