import { IconTrash, IconX } from '@tabler/icons-react';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { ToolButton } from '#admin/ui/tool-button.tsx';
import classes from './selection-bar.module.css';
import type { AttendeeSelection } from './use-selection.ts';

interface SelectionBarProps {
  selection: AttendeeSelection;
  loaded: number;
  /** How many there are, loaded or not. */
  total: number;
  onDelete: () => void;
  onClear: () => void;
}

/** In place of search and filters while attendees are chosen: how many, and what can be done with them. */
export function SelectionBar({ selection, loaded, total, onDelete, onClear }: SelectionBarProps) {
  const count = selection.chosen.size;
  const all = loaded < total ? `Select all ${formatCount(loaded)} loaded` : `Select all ${formatCount(loaded)}`;
  return (
    <section className={classes.bar} aria-label="Selected attendees">
      <strong className={classes.count} role="status">
        {formatCount(count)} selected
      </strong>
      <div className={classes.danger}>
        <ToolButton tool={{ label: `Delete ${counted(count, 'submission')}`, icon: IconTrash, opensDialog: true, onClick: onDelete }} />
      </div>
      <div className={classes.end}>
        {selection.share === 'all' ? null : (
          <button type="button" className={classes.all} onClick={selection.chooseLoaded}>
            {all}
          </button>
        )}
        <ToolButton tool={{ label: 'Clear', icon: IconX, onClick: onClear }} />
      </div>
    </section>
  );
}
