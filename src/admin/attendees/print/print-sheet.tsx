import { Table } from '@mantine/core';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { Address } from '#admin/ui/format/address.tsx';
import { Moment } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconCheck, IconUsers } from '#admin/ui/layout/icons.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { Event } from '#contract/events/event.ts';
import { ATTENDED } from '#contract/texts/attendance.ts';
import { type NamedField, valueText } from '../submission-values.ts';
import classes from './printed-list.module.css';

interface PrintSheetProps {
  event: Event;
  attendees: readonly Submission[];
  columns: readonly NamedField[];
}

/** All attendees in rows that fit on paper, each with a box to tick by hand. */
export function PrintSheet({ event, attendees, columns }: PrintSheetProps) {
  if (attendees.length === 0) return <EmptyState icon={IconUsers} level={2} title="Nobody to print" text="This list is empty." />;
  const label = `Attendees of ${event.event_title}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <Table className={classes.table} verticalSpacing={8} data-breaks aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="3.5rem" className={classes.here}>
              Here
            </Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Organisation</Table.Th>
            <Table.Th>Email</Table.Th>
            {columns.map(({ name, label: head }) => (
              <Table.Th key={name} style={{ whiteSpace: 'normal' }} dir="auto">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attendees.map((attendee) => (
            <Table.Tr key={attendee.id}>
              <Table.Td className={classes.here}>
                <span className={classes.box}>{attendee._attended_at ? <IconCheck size={14} aria-label={ATTENDED.here} /> : null}</span>
              </Table.Td>
              <Table.Td data-text="strong" dir="auto">
                {fullName(attendee)}
              </Table.Td>
              <Table.Td dir="auto">{attendee.organisation}</Table.Td>
              <Table.Td>
                <Address email={attendee.email} />
              </Table.Td>
              {columns.map((column) => (
                <Table.Td key={column.name} dir="auto">
                  {column.name === 'submitted_at' ? <Moment at={attendee.submitted_at} /> : valueText(attendee, column.name)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
