import { Button } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { BlockedSubmissions } from '#admin/attendees/blocked-submissions.tsx';
import { columnGroups } from '#admin/attendees/submission-values.ts';
import { ScreenOptions } from '#admin/attendees/table/screen-options.tsx';
import { useChosenColumns } from '#admin/attendees/table/use-chosen-columns.ts';
import { EventCardSkeleton } from '#admin/events/event-card.tsx';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { ShareButton } from '#admin/forms/share/share-form.tsx';
import { paths } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/series-queries.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { FormSettings } from './form-settings.tsx';
import { FormSetup } from './form-setup.tsx';
import { FormFrame } from './frame/form-frame.tsx';
import { SeriesEventList } from './series/series-event-list.tsx';

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
          <FormSettings form={series} showsDisabled={shown === 'disabled'} />
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
