import { memo } from 'react';
import { boundField } from '#admin/records/use-record.ts';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { FormField } from '#contract/form-field.ts';
import type { Submission } from '#contract/submission.ts';
import { attendeeState, type AttendeeAction, type AttendeeState, type EditedAttendee, savedAttendee } from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EditableCell } from './editable-cell.tsx';
import type { Question } from './questions.ts';

interface EditableRowProps {
  submission: Submission;
  edited: EditedAttendee | undefined;
  /** The fields of the form that the attendees are asked. */
  asked: readonly FormField[];
  columns: readonly Question[];
  ariaRowIndex: number;
  dispatch: (action: AttendeeAction) => void;
}

function markOf({ changed, problems, remote }: AttendeeState, column: string): 'wrong' | 'changed' | undefined {
  if (problems[column] !== undefined) return 'wrong';
  return Object.hasOwn(changed, column) || Object.hasOwn(remote, column) ? 'changed' : undefined;
}

export const EditableRow = memo(function EditableRow({ submission, edited, asked, columns, ariaRowIndex, dispatch }: EditableRowProps) {
  const row = attendeeState(savedAttendee(submission, asked), edited, asked);
  const name = `${row.saved.values.first_name} ${row.saved.values.last_name}`;
  return (
    <tr {...tableRoles.row} className={classes.grid} aria-rowindex={ariaRowIndex}>
      {columns.map((column) => (
        <td key={column.name} {...tableRoles.cell} className={classes.cell} data-column={column.name} data-mark={markOf(row, column.name)}>
          <EditableCell
            question={column}
            label={`${column.label} of ${name}`}
            field={boundField(row, row.problems, dispatch, column.name)}
          />
        </td>
      ))}
    </tr>
  );
});
