import { Box, Button, Group } from '@mantine/core';
import { useDidUpdate, useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswers } from '#admin/attendees/answers/use-answers.tsx';
import type { AttendeeEditing } from '#admin/attendees/edit/attendee-editor.tsx';
import { EVENT_LIST_ACTIONS } from '#admin/attendees/list-actions.tsx';
import { chosenColumns } from '#admin/attendees/submission-values.ts';
import { AttendeePanel } from '#admin/attendees/table/attendee-panel.tsx';
import { EVENT_ACTIONS, EVENT_LINE_ACTIONS } from '#admin/events/event-actions.tsx';
import { EventCard } from '#admin/events/event-card.tsx';
import { eventAnchor } from '#admin/paths.ts';
import { seriesDuplicatesQuery } from '#admin/reads/form-queries.ts';
import { EVERY_ATTENDEE } from '#admin/reads/submission-queries.ts';
import { ToolMenu } from '#admin/ui/actions/tool-item.tsx';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { IconChevronDown, IconChevronUp, IconDots } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButton, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { useNarrow } from '#admin/ui/layout/use-phone.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import type { EventParams } from './use-event-params.ts';

interface SeriesEventProps {
  series: Series;
  event: ListedEvent;
  isNext: boolean;
  columns: readonly string[];
  open: EventParams;
  editing: AttendeeEditing;
}

/** A card in a list of dozens: its tools, which are most of the work, are rendered when it comes into view, or once the address names it. */
export function LateSeriesEvent({ isNamed, ...props }: SeriesEventProps & { readonly isNamed: boolean }) {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '400px' });
  const [isReached, setReached] = useState(false);
  if (!isReached && (isNamed || entry?.isIntersecting === true)) setReached(true);
  const line = { ref, duplicates: undefined, onDuplicates: () => undefined, lineTools: [], tools: <Box h={32} /> };
  return isReached ? <SeriesEvent {...props} /> : <EventCard {...props} {...line} />;
}

export function SeriesEvent({ series, event, isNext, columns, open, editing }: SeriesEventProps) {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '200px' });
  const duplicates = useQuery(seriesDuplicatesQuery(series.id)).data?.find(({ event_id: id }) => id === event.id);
  const isInView = entry?.isIntersecting === true;
  const scope = { kind: 'series', id: series.id, eventId: event.id } as const;
  const isOpen = open.eventId === event.id;
  const shown = isOpen ? open.list : EVERY_ATTENDEE;
  const asked = activeFields(series.formFields, [event], [event.id]);
  useDidUpdate(() => {
    // Its list is below what is in view, behind the dialog of the upload; a reloaded page stays where it was.
    if (shown.import !== undefined) document.getElementById(eventAnchor(event.id))?.scrollIntoView();
  }, [shown.import]);
  const onLine = useActions(EVENT_LINE_ACTIONS, { series, event });
  const onEvent = useActions(EVENT_ACTIONS, { series, event });
  const onList = useActions(EVENT_LIST_ACTIONS, {
    scope,
    scopeTitle: event.event_title,
    form: series,
    list: EVERY_ATTENDEE,
    matches: event.submissions_count,
    event,
    asked,
    shown,
    onShowAttendees: (importId) => open.showList(event.id, { ...EVERY_ATTENDEE, import: importId }),
  });
  const adding = onList.tool('add');
  const answers = useAnswers({
    scope,
    submissionsCount: event.submissions_count,
    asked,
    list: shown,
    onListChange: (list) => (isOpen ? open.setList(list) : open.showList(event.id, list)),
    isInView,
  });
  return (
    <EventCard
      ref={ref}
      event={event}
      duplicates={duplicates}
      isNext={isNext}
      onDuplicates={() => open.showList(event.id, { ...EVERY_ATTENDEE, filter: 'duplicates' })}
      lineTools={onLine.tools}
      answers={answers.line}
      tools={
        <EventTools
          eventTitle={event.event_title}
          areAttendeesOpen={isOpen}
          onToggleAttendees={() => open.toggle(event.id)}
          eventTools={onEvent.tools}
          tools={onList.tools}
        />
      }
    >
      {answers.bars}
      {isOpen ? (
        <AttendeePanel
          scope={scope}
          event={event}
          scopeTitle={event.event_title}
          form={series}
          editable={{ editing, asked }}
          columns={chosenColumns(series.formFields, [...columns, ...Object.keys(answers.chosen)])}
          open={open}
          emptyText="Sign-ups appear here straight away."
          emptyAction={adding && <ToolButton tool={adding} look={{ variant: 'default', leftSection: undefined }} />}
        />
      ) : null}
      {onList.dialogs}
      {onLine.dialogs}
      {onEvent.dialogs}
    </EventCard>
  );
}

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  /** The tools of an event: Edit and the door of an event that is near are in the row, the others in the More menu. */
  eventTools: readonly Tool[];
  tools: readonly Tool[];
}

const doorLook = {
  ...toolButtonProps,
  fw: 600,
  c: 'var(--t-accent-text)',
  rightSection: <IconExternalLink size={14} aria-hidden="true" />,
};

/** The row of tools of an event card. Those that do not fit in a narrow window are in the More menu. */
function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, eventTools, tools }: EventToolsProps) {
  const narrowest = [useNarrow(40), useNarrow(47), useNarrow(62), useNarrow(72)].indexOf(true);
  // The number of tools that fit on one line of such a window; all in a wider one.
  const room = [0, 1, 2, 4][narrowest];
  const door = eventTools.filter(({ name }) => name === 'door');
  const all = [...door, ...tools];
  // On a phone, the door of an imminent event replaces Edit.
  const first = room === 0 ? door : all.slice(0, room);
  const edit = room === 0 && door.length > 0 ? [] : eventTools.filter(({ name }) => name === 'edit');
  const more = [...all.slice(first.length), ...eventTools.filter((tool) => !all.includes(tool) && !edit.includes(tool))];
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <Group component="fieldset" gap={0} ms={-8} me={-9} aria-label={`Tools for ${eventTitle}`}>
      <Button {...toolButtonProps} aria-expanded={areAttendeesOpen} leftSection={<Chevron />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      <ToolButtons tools={first} look={({ name }) => (name === 'door' ? doorLook : toolButtonProps)} />
      <Group gap={0} ms="auto" wrap="nowrap">
        <ToolButtons tools={edit} />
        <ToolMenu tools={more}>
          <Button {...toolButtonProps} aria-label={`More for ${eventTitle}`} leftSection={<IconDots />}>
            More
          </Button>
        </ToolMenu>
      </Group>
    </Group>
  );
}
