import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { chosenColumns, type NamedField, valueText } from '#admin/attendees/submission-values.ts';
import { useChosenColumns } from '#admin/attendees/table/use-chosen-columns.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { isNarrowed, readAttendeeListParams } from '#admin/reads/attendee-list-params.ts';
import { eventQuery } from '#admin/reads/event-queries.ts';
import { seriesQuery } from '#admin/reads/form-queries.ts';
import { allAttendeesQuery } from '#admin/reads/submission-queries.ts';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { Address } from '#admin/ui/format/address.tsx';
import { Moment, useDates, useNow } from '#admin/ui/format/dates-context.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconUsers } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { IconPrinter } from '#admin/ui/layout/tool-icons.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { Event } from '#contract/events/event.ts';
import { placeLine } from '#contract/rules/event-line.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from '#admin/attendees/print/printed-list.module.css';
import { failedRead, LoadFailure } from './frame/loaded.tsx';

/** All attendees in rows that fit on paper, each with a box to tick by hand. */
const PrintedList = ({
  label,
  attendees,
  columns,
}: {
  label: string;
  attendees: readonly Submission[];
  columns: readonly NamedField[];
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className={classes.scroller} aria-label={label} tabIndex={0}>
    <Table className={classes.table} verticalSpacing={8} data-breaks aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="3.5rem">Here</Table.Th>
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
            <Table.Td>
              <span className={classes.box} />
            </Table.Td>
            <Table.Td variant="strong" dir="auto">
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

/** `…/event/{eventid}/print`: the attendees of an event on paper, by name unless the address has an order. */
export function PrintListRoute() {
  const { eventseriesid: seriesId = '', eventid: eventId = '' } = useParams();
  const { title, event, columns, attendees, isPart, failed } = usePrintedList(seriesId, eventId);
  const subtitle = useDetails(event, attendees, isPart);
  const isReady = subtitle !== undefined;
  return (
    <div className={classes.sheet}>
      <Page>
        <PageHeader
          back={{ to: `${paths.series.page({ id: seriesId, title })}#${eventAnchor(eventId)}`, label: title === '' ? 'Series' : title }}
          title={event?.event_title}
          {...(isReady ? { subtitle } : {})}
          isLoading={!isReady && failed === undefined}
          actions={
            <Button leftSection={<IconPrinter />} disabled={!isReady} onClick={() => window.print()}>
              Print
            </Button>
          }
        />
        {failed === undefined ? null : <LoadFailure read={failed} />}
        {event === undefined || attendees === undefined ? null : <PrintSheet event={event} attendees={attendees} columns={columns} />}
      </Page>
    </div>
  );
}

/** What is printed, as far as it is read. */
function usePrintedList(seriesId: string, eventId: string) {
  const [params] = useSearchParams();
  const asked = readAttendeeListParams(params);
  const list = asked.sort === undefined ? { ...asked, sort: 'name' as const } : asked;
  const todayFrom = startOfToday(useNow());
  const event = useQuery(eventQuery(seriesId, eventId));
  const series = useQuery(seriesQuery(seriesId, 'all'));
  const attendees = useQuery(allAttendeesQuery({ kind: 'series', id: seriesId, eventId }, list, todayFrom));
  const [chosen] = useChosenColumns(seriesId);
  return {
    title: series.data?.title ?? '',
    event: event.data,
    columns: chosenColumns(series.data?.formFields ?? [], chosen),
    attendees: attendees.data,
    isPart: isNarrowed(list),
    failed: failedRead([event, series, attendees]),
  };
}

/** When and where the event is and how many are listed; undefined until they are read. */
function useDetails(event: Event | undefined, attendees: readonly Submission[] | undefined, isPart: boolean): string | undefined {
  const dates = useDates();
  if (event === undefined || attendees === undefined) return undefined;
  const count = `${counted(attendees.length, 'attendee')}${isPart ? ', by search and filter' : ''}`;
  return [event.date === null ? null : dates.span(event.date, event.end_date), placeLine(event.venue, event.venue_address) || null, count]
    .filter((part) => part !== null)
    .join(' · ');
}

type PrintSheetProps = Pick<Parameters<typeof PrintedList>[0], 'attendees' | 'columns'> & { event: Event };

const PrintSheet = ({ event, attendees, columns }: PrintSheetProps) =>
  attendees.length === 0 ? (
    <EmptyState icon={IconUsers} level={2} title="Nobody to print" text="There is nobody in this list." />
  ) : (
    <PrintedList label={`Attendees of ${event.event_title}`} attendees={attendees} columns={columns} />
  );
