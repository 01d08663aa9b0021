import { Anchor, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { BlockedSubmissions } from '#admin/attendees/blocked-submissions.tsx';
import { useAttendeeEdits, useKeptEdits } from '#admin/attendees/edit/attendee-editor.tsx';
import { EventCardSkeleton } from '#admin/events/event-card.tsx';
import { useShowEvents } from '#admin/events/event-mutations.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/form-queries.ts';
import { hasAnyDraft } from '#admin/records/drafts.ts';
import { useMay } from '#admin/session/session.ts';
import { UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { unlessBehind } from '#admin/ui/dialogs/use-dialog.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { useNow } from '#admin/ui/format/dates.tsx';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconCalendarEvent, IconEye, IconPlus } from '#admin/ui/layout/icons.tsx';
import { useScrollToAnchor } from '#admin/ui/layout/use-scroll-to-anchor.ts';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { EmptyState } from '#admin/ui/states/page-state.tsx';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { eventCalls } from '#contract/events/event-calls.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { hasBegun } from '#contract/rules/event-times.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { AttendeesFrame } from './form/attendees-frame.tsx';
import { LongEventList } from './series/long-event-list.tsx';
import { LateSeriesEvent, SeriesEvent } from './series/series-event.tsx';
import { useEventParams } from './series/use-event-params.ts';

export const SeriesEventsRoute = () => <SeriesEvents shown="visible" />;
export const DisabledEventsRoute = () => <SeriesEvents shown="disabled" />;

function SeriesEvents({ shown }: { shown: 'visible' | 'disabled' }) {
  const { eventseriesid: seriesId = '' } = useParams();
  const current = shown === 'visible' ? 'page' : 'disabled-events';
  return (
    <AttendeesFrame current={current} read={useQuery(seriesQuery(seriesId, shown))} skeleton={<EventCardSkeleton />}>
      {(series, columns) => (
        <>
          <SeriesEventList series={series} shown={shown} columns={columns} />
          <AddEventBar series={series} shown={shown} />
        </>
      )}
    </AttendeesFrame>
  );
}

function AddEventBar({ series, shown }: { series: Series; shown: 'visible' | 'disabled' }) {
  const count = shown === 'visible' ? series.visible_events_count : series.hidden_events_count;
  const navigate = useNavigate();
  const isAllowed = useMay()(eventCalls.addEvent);
  const to = paths.series.addEvent(series);
  useHotkeys(byLetter([['a', () => isAllowed && unlessBehind(() => void navigate(to))()]]));
  const words = `${count === 1 ? 'event' : 'events'} ${shown === 'visible' ? 'on the form' : 'hidden'}`;
  return (
    <BottomBar
      about={
        <>
          <strong>{formatCount(count)}</strong> <span>{words}</span>
          {series.refused_tries.length === 0 ? null : <span> · </span>}
          <BlockedSubmissions days={series.refused_tries} />
        </>
      }
      aboutOn="desktop"
    >
      {isAllowed ? (
        <Button component={Link} to={to} aria-keyshortcuts="a" leftSection={<IconPlus />}>
          Add Event
        </Button>
      ) : null}
    </BottomBar>
  );
}

/** From this many events, they are listed by month. */
const LONG = 12;
const LATE_FROM = 30;

interface SeriesEventListProps {
  series: Series;
  shown: 'visible' | 'disabled';
  columns: readonly string[];
}

function SeriesEventList({ series, shown, columns }: SeriesEventListProps) {
  const open = useEventParams();
  const editing = useAttendeeEdits(series.formFields, useKeptEdits('attendees'));
  useScrollToAnchor(series.events.length > 0);
  const namedId = useNamedEvent(open.eventId);
  const { events } = series;
  // What was typed is shown again immediately.
  const [isLate] = useState(() => events.length > LATE_FROM && !hasAnyDraft());
  if (events.length === 0) return <NoEvents series={series} shown={shown} />;
  const hiddenLink = shown === 'visible' ? <HiddenEventsLink series={series} /> : <ShowAll series={series} />;
  const cardOf = (event: ListedEvent, isNext: boolean) => {
    const card = { series, event, isNext, columns, open, editing };
    return isLate ? <LateSeriesEvent key={event.id} {...card} isNamed={event.id === namedId} /> : <SeriesEvent key={event.id} {...card} />;
  };
  return (
    <>
      {events.length >= LONG ? (
        <LongEventList events={events} namedId={namedId} hiddenLink={hiddenLink} cardOf={cardOf} />
      ) : (
        <>
          {hiddenLink}
          {events.map((event) => cardOf(event, false))}
        </>
      )}
      <UnsavedChanges hasUnsaved={() => editing.rows.length > 0} />
    </>
  );
}

/** The event that the address names: the open one, or the one it points to. */
function useNamedEvent(openId: string | undefined): string | undefined {
  const { hash } = useLocation();
  const anchor = eventAnchor('');
  return hash.startsWith(`#${anchor}`) ? hash.slice(anchor.length + 1) : openId;
}

function HiddenEventsLink({ series }: { series: Series }) {
  const hidden = series.hidden_events_count;
  if (hidden === 0) return null;
  return (
    <Anchor
      component={Link}
      display="block"
      w="fit-content"
      my={4}
      ms={{ sm: 'auto' }}
      fz="sm"
      lh="sm"
      to={paths.series.disabledEvents(series)}
    >
      {counted(hidden, 'hidden event')}
    </Anchor>
  );
}

/** Puts all hidden events that have not begun on the form, as after copying a series. */
function ShowAll({ series }: { series: Series }) {
  const { mutate: show, mutateAsync: showAsync, isPending } = useShowEvents(series.id);
  const navigate = useNavigate();
  const now = useNow();
  const may = useMay();
  const ahead = series.events.filter((event) => !hasBegun(event, now.getTime()));
  if (ahead.length < 2 || !may(eventCalls.showEvents)) return null;
  const label = `Show all ${formatCount(ahead.length)} on the form`;
  const onError = (error: unknown) => showError('The events were not changed.', error);
  // A live notice may empty the list before the answer arrives, which would drop the callbacks of `mutate`.
  const showAll = async () => {
    try {
      const saved = await showAsync({ events: ahead, isShown: true });
      const action = { label: 'Undo', onClick: () => show({ events: saved, isShown: false }, { onError }) };
      showSuccess({ title: `${counted(saved.length, 'event')} are on the form`, action });
      if (ahead.length === series.events.length) await navigate(paths.series.page(series));
      await moveLostFocus(document.querySelector('h1'));
    } catch (error) {
      onError(error);
    }
  };
  return (
    <Button variant="default" mb={16} loading={isPending} leftSection={<IconEye />} onClick={() => void showAll()}>
      {label}
    </Button>
  );
}

function NoEvents({ series, shown }: Omit<SeriesEventListProps, 'columns'>) {
  const { hidden_events_count: hidden, visible_events_count: visible } = series;
  const empty = (title: string, text: string, action?: ReactNode) => (
    <EmptyState icon={IconCalendarEvent} level={2} title={title} text={text} action={action} />
  );
  const others = (to: string, label: string) => (
    <Button component={Link} to={to} variant="default">
      {label}
    </Button>
  );
  if (shown === 'disabled') {
    const text = visible === 0 ? 'This series has no events yet.' : 'Every event of this series is on the form.';
    return empty('No hidden events', text, others(paths.series.page(series), 'Hide disabled events'));
  }
  if (hidden > 0) {
    const text = 'Until one is visible, the form says sign-ups are closed. The hidden events are still here.';
    return empty('No event is on the form', text, others(paths.series.disabledEvents(series), 'Show disabled events'));
  }
  return empty(
    'No events in this series yet',
    'Each event has a date and its own attendees, and appears on the sign-up form. Until one is visible, the form says sign-ups are closed.',
  );
}
