import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCalendarEvent } from '#admin/ui/layout/icons.tsx';
import type { Series } from '#contract/event-series.ts';
import { SeriesEvent } from './series-event.tsx';
import { useEventParams } from './use-event-params.ts';

interface SeriesEventListProps {
  series: Series;
  shown: 'visible' | 'disabled';
  columns: readonly string[];
}

/** The events of a series as cards: the visible or the disabled ones. */
export function SeriesEventList({ series, shown, columns }: SeriesEventListProps) {
  const open = useEventParams();
  useScrollToAnchor(series.events);
  if (series.events.length === 0) return <NoEvents series={series} shown={shown} />;
  return series.events.map((event) => <SeriesEvent key={event.id} series={series} event={event} columns={columns} open={open} />);
}

/** Scrolls to the card that the address points to, such as that of a new event, once it is rendered. */
function useScrollToAnchor(cards: readonly unknown[]): void {
  const { hash } = useLocation();
  const hasCards = cards.length > 0;
  useEffect(() => {
    if (!hasCards || hash === '') return;
    // After `Root` has scrolled to the top.
    const frame = requestAnimationFrame(() => {
      const card = document.getElementById(hash.slice(1));
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, hasCards]);
}

function NoEvents({ series, shown }: Omit<SeriesEventListProps, 'columns'>) {
  const { hidden_events_count: hidden, visible_events_count: visible } = series;
  const state = { icon: IconCalendarEvent, level: 2 } as const;
  if (shown === 'disabled') {
    return (
      <EmptyState
        {...state}
        title="No hidden events"
        text={visible === 0 ? 'This series has no events at all yet.' : 'Every event of this series is on the form.'}
        action={<OtherEvents to={paths.series.page(series)} label="Hide disabled events" />}
      />
    );
  }
  if (hidden > 0) {
    return (
      <EmptyState
        {...state}
        title="No event is on the form"
        text="Until one is visible, the form says that signups are closed. The hidden events are still here."
        action={<OtherEvents to={paths.series.disabledEvents(series)} label="Show disabled events" />}
      />
    );
  }
  return (
    <EmptyState
      {...state}
      title="No events in this series yet"
      text="Each event has a date, its own attendees and a place on the sign-up form. Until one is visible, the form says that signups are closed."
    />
  );
}

function OtherEvents({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="default">
      {label}
    </Button>
  );
}
