import { Table } from '@mantine/core';
import { viewerDates } from '#admin/reads/attendee-row.ts';
import { Address } from '#admin/ui/format/address.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import { type NamedField, valueText } from '../submission-values.ts';
import classes from './printed-list.module.css';

interface PrintedListProps {
  label: string;
  attendees: readonly Submission[];
  columns: readonly NamedField[];
}

const cellText = (submission: Submission, { name }: NamedField): string =>
  (name === 'submitted_at' ? viewerDates.dayAndTime(submission.submitted_at) : valueText(submission, name)) ?? '';

/** All attendees in rows that fit on paper, each with a box to tick by hand. */
export const PrintedList = ({ label, attendees, columns }: PrintedListProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className={classes.scroller} aria-label={label} tabIndex={0}>
    <Table className={classes.table} verticalSpacing={8} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.tick}>Here</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th>Organisation</Table.Th>
          <Table.Th>Email</Table.Th>
          {columns.map(({ name, label: head }) => (
            <Table.Th key={name}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attendees.map((attendee) => (
          <Table.Tr key={attendee.id}>
            <Table.Td className={classes.tick}>
              <span className={classes.box} />
            </Table.Td>
            <Table.Td className={classes.name} dir="auto">
              {fullName(attendee)}
            </Table.Td>
            <Table.Td dir="auto">{attendee.organisation}</Table.Td>
            <Table.Td>
              <Address email={attendee.email} />
            </Table.Td>
            {columns.map((column) => (
              <Table.Td key={column.name} dir="auto">
                {cellText(attendee, column)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);
