import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { BoundField } from '#admin/forms/use-edits.ts';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
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
  listed: SavedAttendee;
  edited: EditedAttendee | undefined;
  index: number;
  measure: (element: HTMLElement | null) => void;
  dispatch: (action: AttendeeAction) => void;
}

type Mark = 'wrong' | 'changed' | undefined;

function markOf({ changed, problems, remote }: AttendeeRowState, column: AttendeeColumn): Mark {
  if (problems[column] !== undefined) return 'wrong';
  return Object.hasOwn(changed, column) || Object.hasOwn(remote, column) ? 'changed' : undefined;
}

const hasSameProps = (before: EditableRowProps, now: EditableRowProps): boolean =>
  before.edited === now.edited &&
  before.index === now.index &&
  before.listed.id === now.listed.id &&
  before.listed.version === now.listed.version;

/** One attendee with editable cells. Memoized for long lists. */
export const EditableRow = memo(function EditableRow({ listed, edited, index, measure, dispatch }: EditableRowProps) {
  const row = rowState(listed, edited);
  const name = `${row.saved.values.first_name} ${row.saved.values.last_name}`;
  const field = <Column extends AttendeeColumn>(column: Column): BoundField<EditedAttendee['saved']['values'][Column]> => ({
    name: column,
    value: row.values[column],
    error: row.problems[column],
    remote: row.remote[column],
    onChange: (value) => {
      const values: Partial<Record<Column, typeof value>> = {};
      values[column] = value;
      dispatch({ type: 'edited', row: row.saved, values });
    },
    onKeepLocal: () => dispatch({ type: 'local kept', row: row.saved, name: column }),
    onTakeRemote: () => dispatch({ type: 'reverted', row: row.saved, names: [column] }),
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
              onRevert={() => dispatch({ type: 'reverted', row: row.saved, names: [column.name] })}
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
          <RemoteValue label={`Marketing of ${name}`} field={marketing} />
        </td>
      </tr>
    </tbody>
  );
}, hasSameProps);
