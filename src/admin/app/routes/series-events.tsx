import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { SeriesHeader } from '#admin/features/event-series/series-header.tsx';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { EventCardBones } from '#admin/features/events/event-card.tsx';
import { RefusedTries } from '#admin/features/submissions/refused-tries.tsx';
import { ScreenOptions } from '#admin/features/submissions/screen-options.tsx';
import { columnGroups } from '#admin/features/submissions/submission-values.ts';
import { useChosenColumns } from '#admin/features/submissions/use-chosen-columns.ts';
import { paths } from '#admin/paths.ts';
import { BottomBar } from '#admin/ui/bottom-bar.tsx';
import { formatCount } from '#admin/ui/counts.ts';
import { Page } from '#admin/ui/page.tsx';
import type { Series } from '#contract/event-series.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { useLeaveDeleted } from '../use-leave-deleted.ts';
import { SeriesEventList } from './series-event-list.tsx';
import { SeriesSettings } from './series-settings.tsx';

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
        current="events"
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
      {read.isPending ? <EventCardBones /> : null}
      {series === undefined ? null : <SeriesEventList series={series} shown={shown} columns={columns} />}
      {series === undefined || hasNoEvents(series) ? null : <AddEventBar series={series} shown={shown} />}
    </Page>
  );
}

/** Then the first event is added from the middle of the page, by the page's one primary button. */
const hasNoEvents = ({ visible_events_count: visible, hidden_events_count: hidden }: Series): boolean => visible + hidden === 0;

function AddEventBar({ series, shown }: { series: Series; shown: 'visible' | 'disabled' }) {
  const count = shown === 'visible' ? series.visible_events_count : series.hidden_events_count;
  const words = `${count === 1 ? 'event' : 'events'} ${shown === 'visible' ? 'on the form' : 'not on the form'}`;
  return (
    <BottomBar
      about={
        <>
          <strong>{formatCount(count)}</strong> {words}
          {series.refused_tries.length === 0 ? null : ' · '}
          <RefusedTries days={series.refused_tries} />
        </>
      }
      aboutOn="desktop"
    >
      <Button component={Link} to={paths.series.addEvent(series)} leftSection={<IconPlus size={16} stroke={1.75} />}>
        Add Event
      </Button>
    </BottomBar>
  );
}
