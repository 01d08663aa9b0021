import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { EventSkeleton } from '#admin/features/events/edit-event-form.tsx';
import { eventQuery } from '#admin/features/events/event-queries.ts';
import { isNarrowed, readAttendeeListParams } from '#admin/features/submissions/attendee-list-params.ts';
import { PrintedList } from '#admin/features/submissions/print/printed-list.tsx';
import { allAttendeesQuery } from '#admin/features/submissions/submission-queries.ts';
import { chosenColumns } from '#admin/features/submissions/submission-values.ts';
import { useChosenColumns } from '#admin/features/submissions/table/use-chosen-columns.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { startOfToday } from '#admin/ui/format/start-of-today.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconPrinter, IconUsers } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { Event } from '#contract/event.ts';
import type { Submission } from '#contract/submission.ts';
import { failedRead, LoadFailure } from '../loaded.tsx';
import classes from './print-list.module.css';

/** `…/event/{eventid}/print`: the attendees of an event on paper, by name unless the address has an order. */
export function PrintListRoute() {
  const { eventseriesid: seriesId = '', eventid: eventId = '' } = useParams();
  const [params] = useSearchParams();
  const asked = readAttendeeListParams(params);
  const list = asked.sort === undefined ? { ...asked, sort: 'name' as const } : asked;
  const todayFrom = startOfToday(useNow());
  const event = useQuery(eventQuery(seriesId, eventId));
  const series = useQuery(seriesQuery(seriesId, 'all'));
  const attendees = useQuery(allAttendeesQuery({ kind: 'series', id: seriesId, eventId }, list, todayFrom));
  const [chosen] = useChosenColumns(seriesId);
  const failed = failedRead([event, series, attendees]);
  const isReady = event.data !== undefined && series.data !== undefined && attendees.data !== undefined;
  const back = { pathname: paths.series.page({ id: seriesId, title: series.data?.title ?? '' }), hash: `#${eventAnchor(eventId)}` };
  const details = useDetails(event.data, attendees.data, isNarrowed(list));
  return (
    <div className={classes.sheet}>
      <Page>
        <PageHeader
          back={{ to: `${back.pathname}${back.hash}`, label: series.data?.title ?? 'Series' }}
          title={event.data?.event_title}
          {...(details === undefined ? {} : { subtitle: details })}
          isLoading={!isReady && failed === undefined}
          actions={
            <Button leftSection={<IconPrinter />} disabled={!isReady} onClick={() => window.print()}>
              Print
            </Button>
          }
        />
        {failed === undefined ? null : <LoadFailure read={failed} />}
        {isReady || failed !== undefined ? null : <EventSkeleton />}
        {isReady ? (
          <PrintSheet event={event.data} attendees={attendees.data} columns={chosenColumns(series.data.formFields, chosen)} />
        ) : null}
      </Page>
    </div>
  );
}

function useDetails(event: Event | undefined, attendees: readonly Submission[] | undefined, isPart: boolean): string | undefined {
  const dates = useDates();
  if (event === undefined || attendees === undefined) return undefined;
  const count = `${counted(attendees.length, 'attendee')}${isPart ? ', by search and filter' : ''}`;
  return [event.date === null ? undefined : dates.dayAndTime(event.date), event.venue, count].filter(Boolean).join(' · ');
}

type PrintSheetProps = Pick<Parameters<typeof PrintedList>[0], 'attendees' | 'columns'> & { event: Event };

const PrintSheet = ({ event, attendees, columns }: PrintSheetProps) =>
  attendees.length === 0 ? (
    <EmptyState icon={IconUsers} level={2} title="Nobody to print" text="There is nobody in this list." />
  ) : (
    <PrintedList label={`Attendees of ${event.event_title}`} attendees={attendees} columns={columns} />
  );
