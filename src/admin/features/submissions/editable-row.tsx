import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { BoundField } from '#admin/api/use-edits.ts';
import { tableRoles } from '#admin/ui/table-roles.ts';
import { TheirValue } from '#admin/ui/their-value.tsx';
import {
  type AttendeeAction,
  type AttendeeColumn,
  type AttendeeRowState,
  type EditedAttendee,
  rowState,
  type SavedAttendee,
} from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EDITABLE_COLUMNS, MARKETING_COLUMN } from './editable-columns.ts';
import { EditableText } from './editable-text.tsx';

interface EditableRowProps {
  /** The attendee as the list read it. */
  listed: SavedAttendee;
  edited: EditedAttendee | undefined;
  index: number;
  /** Tells the virtual list how high the row is. */
  measure: (element: HTMLElement | null) => void;
  dispatch: (action: AttendeeAction) => void;
}

type Mark = 'wrong' | 'changed' | undefined;

function markOf({ changed, problems, theirs }: AttendeeRowState, column: AttendeeColumn): Mark {
  if (problems[column] !== undefined) return 'wrong';
  return Object.hasOwn(changed, column) || Object.hasOwn(theirs, column) ? 'changed' : undefined;
}

const isSame = (before: EditableRowProps, now: EditableRowProps): boolean =>
  before.edited === now.edited &&
  before.index === now.index &&
  before.listed.id === now.listed.id &&
  before.listed.version === now.listed.version;

/** One attendee, each detail in a cell to type in. Drawn anew only when it changed. */
export const EditableRow = memo(function EditableRow({ listed, edited, index, measure, dispatch }: EditableRowProps) {
  const row = rowState(listed, edited);
  const name = `${row.saved.values.first_name} ${row.saved.values.last_name}`;
  const field = <Column extends AttendeeColumn>(column: Column): BoundField<EditedAttendee['saved']['values'][Column]> => ({
    name: column,
    value: row.values[column],
    error: row.problems[column],
    theirs: row.theirs[column],
    onChange: (value) => {
      const typed: Partial<Record<Column, typeof value>> = {};
      typed[column] = value;
      dispatch({ type: 'typed', listed, typed });
    },
    onKeepMine: () => dispatch({ type: 'mine kept', listed, column }),
    onTakeTheirs: () => dispatch({ type: 'theirs taken', listed, column }),
  });
  const marketing = field(MARKETING_COLUMN.name);
  return (
    <tbody {...tableRoles.group} ref={measure} data-index={index} className={classes.item}>
      <tr {...tableRoles.row} className={classes.grid} aria-rowindex={index + 2}>
        {EDITABLE_COLUMNS.map((column) => (
          <td
            key={column.name}
            {...tableRoles.cell}
            className={classes.cell}
            data-column={column.name}
            data-mark={markOf(row, column.name)}
          >
            <EditableText
              label={`${column.label} of ${name}`}
              field={field(column.name)}
              onRevert={() => dispatch({ type: 'reverted', listed, column: column.name })}
            />
          </td>
        ))}
        <td
          {...tableRoles.cell}
          className={classes.cell}
          data-column={MARKETING_COLUMN.name}
          data-mark={markOf(row, MARKETING_COLUMN.name)}
        >
          <Checkbox
            className={classes.tick}
            aria-label={`Marketing of ${name}`}
            checked={marketing.value}
            onChange={(event) => marketing.onChange(event.currentTarget.checked)}
          />
          <TheirValue label={`Marketing of ${name}`} field={marketing} />
        </td>
      </tr>
    </tbody>
  );
}, isSame);
