import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { SeriesHeader } from '#admin/features/event-series/series-header.tsx';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { EventCardSkeleton } from '#admin/features/events/event-card.tsx';
import { BlockedSubmissions } from '#admin/features/submissions/blocked-submissions.tsx';
import { columnGroups } from '#admin/features/submissions/submission-values.ts';
import { ScreenOptions } from '#admin/features/submissions/table/screen-options.tsx';
import { useChosenColumns } from '#admin/features/submissions/table/use-chosen-columns.ts';
import { paths } from '#admin/paths.ts';
import { formatCount } from '#admin/ui/format/counts.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import { Page } from '#admin/ui/layout/page.tsx';
import type { Series } from '#contract/event-series.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { SeriesEventList } from '../series-page/series-event-list.tsx';
import { SeriesSettings } from '../series-page/series-settings.tsx';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** The series page with the events that are on the form. */
export function SeriesEventsRoute() {
  return <SeriesEvents shown="visible" />;
}

/** The same page with the events that are not on the form. */
export function DisabledEventsRoute() {
  return <SeriesEvents shown="disabled" />;
}

function SeriesEvents({ shown }: { shown: 'visible' | 'disabled' }) {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, shown));
  const [columns, chooseColumns] = useChosenColumns(seriesId);
  const leave = useLeaveDeleted(`/events-series/${seriesId}`);
  const series = read.data;
  return (
    <Page>
      <SeriesHeader
        seriesId={seriesId}
        title={series?.title}
        current={shown === 'visible' ? 'events' : 'disabled-events'}
        state={readState(read)}
        actions={
          series === undefined ? null : (
            <>
              <ScreenOptions noun="series" groups={columnGroups(series.formFields)} chosen={columns} onChange={chooseColumns} />
              <SeriesSettings series={series} showsDisabled={shown === 'disabled'} onDeleted={leave} />
            </>
          )
        }
      />
      {read.isError && series === undefined ? <LoadFailure read={read} /> : null}
      {read.isPending ? <EventCardSkeleton /> : null}
      {series === undefined ? null : <SeriesEventList series={series} shown={shown} columns={columns} />}
      {series === undefined ? null : <AddEventBar series={series} shown={shown} />}
    </Page>
  );
}

function AddEventBar({ series, shown }: { series: Series; shown: 'visible' | 'disabled' }) {
  const count = shown === 'visible' ? series.visible_events_count : series.hidden_events_count;
  const words = `${count === 1 ? 'event' : 'events'} ${shown === 'visible' ? 'on the form' : 'not on the form'}`;
  return (
    <BottomBar
      about={
        <>
          <strong>{formatCount(count)}</strong> {words}
          {series.refused_tries.length === 0 ? null : ' · '}
          <BlockedSubmissions days={series.refused_tries} />
        </>
      }
      aboutOn="desktop"
    >
      <Button component={Link} to={paths.series.addEvent(series)} leftSection={<IconPlus />}>
        Add Event
      </Button>
    </BottomBar>
  );
}
