import { useState } from 'react';
import { formatCount } from '#admin/ui/counts.ts';
import type { ImportGroups } from './import-plan.ts';
import type { ImportRow } from './import-rows.ts';
import classes from './preview-rows.module.css';
import { RowTable } from './row-table.tsx';

type Shown = keyof Omit<ImportGroups, 'saysNo'>;

const CHIPS: readonly { shown: Shown; label: string }[] = [
  { shown: 'problem', label: 'Problems' },
  { shown: 'here', label: 'Already here' },
  { shown: 'repeat', label: 'Repeated' },
  { shown: 'all', label: 'All rows' },
];

const NOTES: Readonly<Record<'here' | 'saysNo', string>> = { here: 'Already in this event', saysNo: 'Says no to marketing' };

/** What is worth knowing of each row that can be imported. */
function notesOf(groups: ImportGroups): (row: ImportRow) => string {
  const here = new Set(groups.here);
  return (row) =>
    [
      ...(here.has(row) ? [NOTES.here] : []),
      ...(row.repeatOf === undefined ? [] : [`Same address as line ${formatCount(row.repeatOf)}`]),
      ...(row.saysNo ? [NOTES.saysNo] : []),
    ].join('. ');
}

/** The rows of the file: those with problems first, any others at a click. */
export function PreviewRows({ groups }: { groups: ImportGroups }) {
  const chips = CHIPS.filter(({ shown }) => groups[shown].length > 0);
  const [chosen, setChosen] = useState<Shown>();
  const shown = chosen ?? chips[0]?.shown ?? 'all';
  const noteOf = notesOf(groups);
  const label = CHIPS.find((chip) => chip.shown === shown)?.label ?? 'Rows';
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
        lastHead={shown === 'problem' ? 'Problem' : 'Note'}
        entries={groups[shown].map((row) => ({
          row,
          text: row.problems.length > 0 ? row.problems.join('. ') : noteOf(row),
          isBad: row.problems.length > 0,
        }))}
      />
    </>
  );
}
