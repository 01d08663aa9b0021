import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { tableRoles } from '#admin/ui/table-roles.ts';
import type { Submission } from '#contract/submission.ts';
import { type AttendeeAction, type AttendeeEdits, savedAttendee } from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EDITABLE_COLUMNS, MARKETING_COLUMN } from './editable-columns.ts';
import { EditableRow } from './editable-row.tsx';
import { UndrawnRows } from './undrawn-rows.tsx';

const ROW_HEIGHT = 40;
const ROWS_BEYOND_VIEW = 12;
/** The next page is asked for when this many rows are left below. */
const ROWS_LEFT_TO_LOAD_MORE = 40;

interface EditableTableProps {
  /** Those that are loaded. */
  submissions: readonly Submission[];
  /** How many there are, loaded or not. */
  total: number;
  edits: AttendeeEdits;
  dispatch: (action: AttendeeAction) => void;
  /** Asked for when the end of what is loaded comes near; undefined when all is loaded or on its way. */
  onEndNear: (() => void) | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 };

/** The input of the same column as `from`, so many rows below it. */
function inputBelow(table: Element, from: HTMLInputElement, rows: number): HTMLInputElement | null {
  const cell = from.closest('td');
  const row = cell?.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return null;
  return table.querySelector(`[data-index="${Number(row.dataset.index) + rows}"] td[data-column="${cell.dataset.column}"] input`);
}

/** The same column in the row above or below takes the focus, as in a spreadsheet. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // A button beside an input is pressed by Enter.
  if (!(event.target instanceof HTMLInputElement)) return;
  const step = event.key === 'Enter' && event.shiftKey ? -1 : STEPS[event.key];
  // Enter ends a word that is put together from several keys.
  if (step === undefined || event.nativeEvent.isComposing) return;
  const input = inputBelow(event.currentTarget, event.target, step);
  if (input === null) return;
  event.preventDefault();
  input.focus();
  if (input.type !== 'checkbox') input.select();
}

/** Attendees in cells to type in; only rows in view are drawn. */
export function EditableTable({ submissions, total, edits, dispatch, onEndNear }: EditableTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const attendees = useMemo(() => submissions.map(savedAttendee), [submissions]);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized takes what it returns, but for its stable measureElement
  const virtualizer = useVirtualizer({
    count: attendees.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => attendees[index]?.id ?? index,
    overscan: ROWS_BEYOND_VIEW,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= attendees.length - ROWS_LEFT_TO_LOAD_MORE;

  useEffect(() => {
    if (isEndNear) onEndNear?.();
  }, [isEndNear, onEndNear]);

  return (
    <section ref={scroller} className={classes.scroller} aria-label="Attendees to edit">
      <table {...tableRoles.table} className={classes.table} aria-label="Attendees to edit" aria-rowcount={total + 1} onKeyDown={moveFocus}>
        <thead {...tableRoles.group} className={classes.tableHead}>
          <tr {...tableRoles.row} className={classes.grid} aria-rowindex={1}>
            {[...EDITABLE_COLUMNS, MARKETING_COLUMN].map(({ name, label }) => (
              <th key={name} {...tableRoles.header} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <UndrawnRows height={items[0]?.start ?? 0} />
        {items.map(({ index }) => {
          const attendee = attendees[index];
          return attendee === undefined ? null : (
            <EditableRow
              key={attendee.id}
              listed={attendee}
              edited={edits[attendee.id]}
              index={index}
              measure={virtualizer.measureElement}
              dispatch={dispatch}
            />
          );
        })}
        <UndrawnRows height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}
