import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { answersInWords, chosenColumns, columnGroups, type NamedField, valueText } from '#admin/attendees/submission-values.ts';
import { ScreenOptions } from '#admin/attendees/table/screen-options.tsx';
import { useChosenColumns } from '#admin/attendees/table/use-chosen-columns.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { eventQuery, seriesQuery } from '#admin/reads/form-queries.ts';
import {
  allAttendeesQuery,
  type AttendeeListParams,
  readAttendeeListParams,
  writeAttendeeListParams,
} from '#admin/reads/submission-queries.ts';
import { Address } from '#admin/ui/format/address.tsx';
import { Moment, dates, useNow, useStartOfToday } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader, RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { IconPrinter, IconUsers } from '#admin/ui/layout/tool-icons.tsx';
import { EmptyState, failedRead, LoadFailure } from '#admin/ui/states/page-state.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { Event } from '#contract/events/event.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { placeLine } from '#contract/rules/event-line.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { ATTENDED } from '#contract/texts/attendance.ts';
import { counted } from '#contract/texts/counts.ts';
import { narrowedInWords } from '#contract/texts/mailings.ts';
import classes from './print-list.module.css';

/** `…/event/{eventid}/print`: the attendees of an event on paper, by last name unless the address has an order. */
export function PrintListRoute() {
  const { eventseriesid: seriesId = '', eventid: eventId = '' } = useParams();
  const { list, otherOrder } = usePrintedOrder();
  const { event, attendees, title, fields, failed, isLoading } = usePrintedReads({ kind: 'series', id: seriesId, eventId }, list);
  const [chosen, choose] = useChosenColumns(seriesId);
  const subtitle = useDetails(event, attendees, fields, list);
  const isReady = subtitle !== undefined;
  return (
    <div className={classes.sheet}>
      <Page>
        <PageHeader
          back={{ to: `${paths.series.page({ id: seriesId, title })}#${eventAnchor(eventId)}`, label: title === '' ? 'Series' : title }}
          title={event?.event_title}
          noun="Event"
          {...(isReady ? { subtitle } : {})}
          isLoading={isLoading}
          actions={
            <>
              <ScreenOptions noun="series" groups={columnGroups(fields)} chosen={chosen} onChange={choose} />
              <Button variant="default" component={Link} replace to={otherOrder.to}>
                {otherOrder.label}
              </Button>
              <Button leftSection={<IconPrinter />} disabled={!isReady} onClick={() => window.print()}>
                Print
              </Button>
            </>
          }
        />
        {isLoading ? <RowsSkeleton /> : null}
        {failed === undefined ? null : <LoadFailure read={failed} />}
        {event === undefined || attendees === undefined ? null : (
          <PrintSheet event={event} attendees={attendees} columns={chosenColumns(fields, chosen)} />
        )}
      </Page>
    </div>
  );
}

/** The list that the address names, and where it is in the other order. */
function usePrintedOrder() {
  const [params] = useSearchParams();
  const asked = readAttendeeListParams(params);
  const list = asked.sort === undefined ? { ...asked, sort: 'name' as const } : asked;
  const sort = list.sort === 'name' ? 'first_name' : 'name';
  const label = sort === 'name' ? 'By last name' : 'By first name';
  return { list, otherOrder: { label, to: `?${writeAttendeeListParams(params, { ...list, sort, direction: 'asc' })}` } };
}

function usePrintedReads(scope: EventScope, list: AttendeeListParams) {
  const todayFrom = useStartOfToday();
  const event = useQuery(eventQuery(scope.id, scope.eventId));
  const series = useQuery(seriesQuery(scope.id, 'all'));
  const attendees = useQuery(allAttendeesQuery(scope, list, todayFrom));
  const { title = '', formFields: fields = [] } = series.data ?? {};
  const failed = failedRead([event, series, attendees]);
  const isLoading = failed === undefined && (event.isPending || attendees.isPending);
  return { event: event.data, attendees: attendees.data, title, fields, failed, isLoading };
}

function useDetails(
  event: Event | undefined,
  attendees: readonly Submission[] | undefined,
  fields: readonly FormField[],
  { filter, search, import: upload, answers }: AttendeeListParams,
): ReactNode {
  const now = useNow().getTime();
  if (event === undefined || attendees === undefined) return undefined;
  const narrowed = { filter, search: search.trim() || undefined, import: upload, answers };
  const filtered = narrowedInWords(narrowed, answersInWords(fields, { answers }), endOf(event, dates.timeZone) <= now);
  return [
    event.date === null ? '' : dates.span(event.date, event.end_date),
    placeLine(event.venue, event.venue_address),
    counted(attendees.length, 'attendee') + filtered,
  ]
    .filter((part) => part !== '')
    .map((part, index) => [index === 0 ? null : ' · ', <bdi key={part}>{part}</bdi>]);
}

const TICK_BOX = { display: 'block', width: '1rem', height: '1rem', border: '1px solid black', borderRadius: 2 };

function PrintSheet({ event, attendees, columns }: { event: Event; attendees: readonly Submission[]; columns: readonly NamedField[] }) {
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
                <span style={TICK_BOX}>{attendee._attended_at ? <IconCheck size={14} aria-label={ATTENDED.here} /> : null}</span>
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
