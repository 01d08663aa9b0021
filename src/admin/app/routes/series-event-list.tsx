import { Button } from '@mantine/core';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import type { Series } from '#contract/event-series.ts';
import { useOpenEvent } from './open-event.ts';
import { SeriesEvent } from './series-event.tsx';

interface SeriesEventListProps {
  series: Series;
  shown: 'visible' | 'disabled';
  /** Names of the columns chosen in Screen Options. */
  columns: readonly string[];
}

/** The events of a series as cards, visible or disabled ones (spec section 2). */
export function SeriesEventList({ series, shown, columns }: SeriesEventListProps) {
  const open = useOpenEvent();
  useScrollToAnchor(series.events);
  if (series.events.length === 0) return <NoEvents series={series} shown={shown} />;
  return series.events.map((event) => <SeriesEvent key={event.id} series={series} event={event} columns={columns} open={open} />);
}

/** Brings the card that the address points to into view, once it is there: say, of an event that was just added. */
function useScrollToAnchor(cards: readonly unknown[]): void {
  const { hash } = useLocation();
  const hasCards = cards.length > 0;
  useEffect(() => {
    if (!hasCards || hash === '') return;
    // After what every change of page does: it goes to the top.
    const frame = requestAnimationFrame(() => {
      const card = document.getElementById(hash.slice(1));
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, hasCards]);
}

function AddEventButton({ series }: { series: Series }) {
  return (
    <Button component={Link} to={paths.series.addEvent(series)} leftSection={<IconPlus size={16} stroke={1.75} />}>
      Add Event
    </Button>
  );
}

function NoEvents({ series, shown }: Omit<SeriesEventListProps, 'columns'>) {
  const { hidden_events_count: hidden, visible_events_count: visible } = series;
  if (shown === 'disabled') {
    return (
      <EmptyState
        icon={IconCalendarEvent}
        level={2}
        title="No disabled events"
        text={visible === 0 ? 'This series has no events at all yet.' : 'Every event of this series is on the form.'}
        action={
          <Button component={Link} to={paths.series.page(series)} variant="default">
            Hide disabled events
          </Button>
        }
      />
    );
  }
  if (hidden > 0) {
    return (
      <EmptyState
        icon={IconCalendarEvent}
        level={2}
        title="No event is on the form"
        text="Until one is visible, the form says that signups are closed. The disabled events are still here."
        action={
          <Button component={Link} to={paths.series.disabledEvents(series)} variant="default">
            Show disabled events
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconCalendarEvent}
      level={2}
      title="No events in this series yet"
      text="Each event has a date, its own attendees and a place on the sign-up form. Until one is visible, the form says that signups are closed."
      action={<AddEventButton series={series} />}
    />
  );
}
