import { type KeyboardEvent, useMemo, useRef } from 'react';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { useVirtualRows, VirtualSpacer } from '#admin/ui/table/virtual-rows.tsx';
import type { Submission } from '#contract/submission.ts';
import { type AttendeeAction, type AttendeeEdits, savedAttendee } from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EDITABLE_COLUMNS, MARKETING_COLUMN } from './editable-columns.ts';
import { EditableRow } from './editable-row.tsx';

const ROW_HEIGHT = 40;

interface EditableTableProps {
  submissions: readonly Submission[];
  /** How many there are, loaded or not. */
  total: number;
  edits: AttendeeEdits;
  dispatch: (action: AttendeeAction) => void;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  onEndNear: (() => void) | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 };

/** The input in the same column, `rows` below `from`; negative is above. */
function inputBelow(table: Element, from: HTMLInputElement, rows: number): HTMLInputElement | null {
  const cell = from.closest('td');
  const row = cell?.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return null;
  return table.querySelector(`[data-index="${Number(row.dataset.index) + rows}"] td[data-column="${cell.dataset.column}"] input`);
}

/** Moves the focus to the row above or below, as in a spreadsheet. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Enter also presses the buttons beside an input.
  if (!(event.target instanceof HTMLInputElement)) return;
  const step = event.key === 'Enter' && event.shiftKey ? -1 : STEPS[event.key];
  // Enter also ends the composition of an input method.
  if (step === undefined || event.nativeEvent.isComposing) return;
  const input = inputBelow(event.currentTarget, event.target, step);
  if (input === null) return;
  event.preventDefault();
  input.focus();
  if (input.type !== 'checkbox') input.select();
}

/** A virtual table of attendees with editable cells. */
export function EditableTable({ submissions, total, edits, dispatch, onEndNear }: EditableTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const attendees = useMemo(() => submissions.map(savedAttendee), [submissions]);
  const { virtualizer, rendered, heightBefore, heightAfter } = useVirtualRows({
    rows: attendees,
    idOf: (attendee) => attendee.id,
    scroller,
    rowHeight: ROW_HEIGHT,
    onEndNear,
  });
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
        <VirtualSpacer height={heightBefore} />
        {rendered.map(({ row: attendee, index }) => (
          <EditableRow
            key={attendee.id}
            listed={attendee}
            edited={edits[attendee.id]}
            index={index}
            measure={virtualizer.measureElement}
            dispatch={dispatch}
          />
        ))}
        <VirtualSpacer height={heightAfter} />
      </table>
    </section>
  );
}
