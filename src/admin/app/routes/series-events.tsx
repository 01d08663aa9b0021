import { Button } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { EventCardSkeleton } from '#admin/features/events/event-card.tsx';
import { setupQuery } from '#admin/features/setup/setup-queries.ts';
import { ShareButton } from '#admin/features/share/share-button.tsx';
import { BlockedSubmissions } from '#admin/features/submissions/blocked-submissions.tsx';
import { columnGroups } from '#admin/features/submissions/submission-values.ts';
import { ScreenOptions } from '#admin/features/submissions/table/screen-options.tsx';
import { useChosenColumns } from '#admin/features/submissions/table/use-chosen-columns.ts';
import { paths } from '#admin/paths.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import type { Series } from '#contract/event-series.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { FormFrame } from '../form-frame.tsx';
import { FormSetup } from '../form-setup.tsx';
import { SeriesEventList } from '../series-page/series-event-list.tsx';
import { SeriesSettings } from '../series-page/series-settings.tsx';

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
  usePrefetchQuery(setupQuery({ kind: 'series', id: seriesId }));
  const [columns, chooseColumns] = useChosenColumns(seriesId);
  return (
    <FormFrame
      form={{ kind: 'series', id: seriesId }}
      current={shown === 'visible' ? 'page' : 'disabled-events'}
      read={read}
      actions={(series) => (
        <>
          <ShareButton form={{ title: series.title, path: paths.series.publicForm(series) }} />
          <ScreenOptions noun="series" groups={columnGroups(series.formFields)} chosen={columns} onChange={chooseColumns} />
          <SeriesSettings series={series} showsDisabled={shown === 'disabled'} />
        </>
      )}
      skeleton={<EventCardSkeleton />}
    >
      {(series) => {
        const events = (
          <>
            <SeriesEventList series={series} shown={shown} columns={columns} />
            <AddEventBar series={series} shown={shown} />
          </>
        );
        return shown === 'disabled' ? (
          events
        ) : (
          <FormSetup kind="series" form={series} skeleton={<EventCardSkeleton />}>
            {events}
          </FormSetup>
        );
      }}
    </FormFrame>
  );
}

function AddEventBar({ series, shown }: { series: Series; shown: 'visible' | 'disabled' }) {
  const count = shown === 'visible' ? series.visible_events_count : series.hidden_events_count;
  const words = `${count === 1 ? 'event' : 'events'} ${shown === 'visible' ? 'on the form' : 'hidden'}`;
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
