import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { type BoundField, boundField } from '#admin/forms/use-edits.ts';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { Submission } from '#contract/submission.ts';
import {
  attendeeState,
  type AttendeeAction,
  type AttendeeColumn,
  type AttendeeState,
  EDITABLE_COLUMNS,
  type EditedAttendee,
  savedAttendee,
} from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EditableText } from './editable-text.tsx';

interface EditableRowProps {
  submission: Submission;
  edited: EditedAttendee | undefined;
  ariaRowIndex: number;
  dispatch: (action: AttendeeAction) => void;
}

function markOf({ changed, problems, remote }: AttendeeState, column: AttendeeColumn): 'wrong' | 'changed' | undefined {
  if (problems[column] !== undefined) return 'wrong';
  return Object.hasOwn(changed, column) || Object.hasOwn(remote, column) ? 'changed' : undefined;
}

export const EditableRow = memo(function EditableRow({ submission, edited, ariaRowIndex, dispatch }: EditableRowProps) {
  const row = attendeeState(savedAttendee(submission, []), edited, []);
  const name = `${row.saved.values.first_name} ${row.saved.values.last_name}`;
  const fieldOf = <Column extends AttendeeColumn>(column: Column) => boundField(row, row.problems, dispatch, column);
  return (
    <tr {...tableRoles.row} className={classes.grid} aria-rowindex={ariaRowIndex}>
      {EDITABLE_COLUMNS.map(({ name: column, label }) => (
        <td key={column} {...tableRoles.cell} className={classes.cell} data-column={column} data-mark={markOf(row, column)}>
          {column === 'accepts_marketing' ? (
            <EditableTick label={`${label} of ${name}`} field={fieldOf(column)} />
          ) : (
            <EditableText label={`${label} of ${name}`} field={fieldOf(column)} />
          )}
        </td>
      ))}
    </tr>
  );
});

function EditableTick({ label, field }: { label: string; field: BoundField<boolean> }) {
  return (
    <>
      <Checkbox
        className={classes.tick}
        aria-label={label}
        checked={field.value}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
      />
      <RemoteValue label={label} field={field} />
    </>
  );
}
