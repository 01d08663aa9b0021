import { getHotkeyHandler } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import { useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { HandleContext } from '#admin/ui/table/drag-handle.tsx';
import { SortableRows, useSortableRow } from '#admin/ui/table/sortable-rows.tsx';
import { AttendeeTable, AttendeeTableRow, type AttendeeTableRowProps } from '../table/attendee-table.tsx';

/** The waiting list, whose rows are moved by their handles and by Alt with the arrow keys. */
export function WaitingTable(props: ComponentProps<typeof AttendeeTable>) {
  const actions = useRegistrationActions();
  const rows = props.attendees.map(({ submission, name }) => ({ id: submission.id, label: name }));
  const handleMove = (id: string, index: number) => {
    const submission = props.attendees.find((attendee) => attendee.submission.id === id)?.submission;
    if (submission !== undefined && submission._registration?.position !== index + 1) actions?.move(submission, index + 1);
  };
  return (
    <SortableRows rows={rows} total={props.view.matches} what="person" onMove={handleMove}>
      <AttendeeTable {...props} Row={WaitingRow} />
    </SortableRows>
  );
}

function WaitingRow(props: AttendeeTableRowProps) {
  const { submission } = props.attendee;
  const actions = useRegistrationActions();
  const { row, handle } = useSortableRow(submission.id);
  const moveBy = (by: number) => () => actions?.move(submission, (submission._registration?.position ?? 0) + by);
  const onKeyDown = getHotkeyHandler([
    ['alt+ArrowUp', moveBy(-1)],
    ['alt+ArrowDown', moveBy(1)],
  ]);
  return (
    <HandleContext value={handle}>
      <AttendeeTableRow {...props} drag={{ ...row, onKeyDown }} />
    </HandleContext>
  );
}
