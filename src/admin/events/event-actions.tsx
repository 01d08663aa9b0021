import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { eventLossesQuery } from '#admin/reads/form-queries.ts';
import { useMailingLoss } from '#admin/reads/mailing-queries.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action, type ToolPart } from '#admin/ui/actions/use-actions.tsx';
import { announceBody, AnnounceChoice, useAnnounceAnswer } from '#admin/ui/dialogs/announce-choice.tsx';
import { callState, ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCopy,
  IconDoor,
  IconEye,
  IconEyeOff,
  IconLink,
  IconPencil,
  IconSend,
  IconTrash,
} from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { doorCalls } from '#contract/door.ts';
import { eventCalls } from '#contract/events/event-calls.ts';
import { type EventLosses, isUnannounced, type ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { mailingCalls } from '#contract/mailings/mailing-calls.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { ANNOUNCE, announceCancellation } from '#contract/texts/announcement.ts';
import { DOOR, DOOR_LINKS } from '#contract/texts/attendance.ts';
import { counted, formatCount, isOrAre } from '#contract/texts/counts.ts';
import { DAY_MS } from '#contract/time.ts';
import { copyDraftName } from './copies/copy-dialog.tsx';
import { useDeleteEvent, useShowEvents } from './event-mutations.ts';
import { NOT_IN_CALENDAR } from './event-values.ts';
import { draftedAnnouncement, noteDraftName } from './note-draft.ts';

const itOrThey = (count: number): string => (count === 1 ? 'It' : 'They');

function Loss({ losses: { submissions_lost: lost, submissions_kept: kept, is_maximum: isMaximum } }: { losses: EventLosses }) {
  const all = lost + kept;
  if (all === 0) return <span>Nobody has signed up for this event.</span>;
  return (
    <span>
      <strong>{`${counted(all, 'sign-up')} ${isOrAre(all)} in this event.`}</strong>{' '}
      {isMaximum === true
        ? 'Any that are not in another event will be lost too.'
        : `${lost < all ? `${formatCount(lost)} of them` : itOrThey(all)} ${isOrAre(lost)} not in any other event and will be lost too.`}
    </span>
  );
}

const isOver = (event: ListedEvent): boolean => endOf(event, dates.timeZone) <= Date.now();
const canBeCancelled = (event: ListedEvent): boolean => event.cancelled_at === null && !isOver(event);

/** Asks before an event is deleted. Only sign-ups that are in no other event count as lost. */
function DeleteEventDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const close = useCloseDialog();
  const [isCancelled, setCancelled] = useState(false);
  const deletion = useDeleteEvent(seriesId);
  const [answer, setAnswer] = useAnnounceAnswer(noteDraftName('deleted', event.id), event.cancelled_at === null);
  const { data: losses } = useQuery(eventLossesQuery(seriesId, event.id));
  const mailingLoss = useMailingLoss({ kind: 'series', id: seriesId }, event.id);
  const toAnnounce = losses?.to_tell ?? 0;
  if (isCancelled) return <CancelEventDialog seriesId={seriesId} event={event} />;
  return (
    <ConfirmDialog
      {...callState(deletion)}
      isChanged={answer.note !== ''}
      title={`Delete ‘${event.event_title}’?`}
      losses={
        <>
          {losses === undefined ? <span>Its sign-ups that are not in another event will be lost.</span> : <Loss losses={losses} />}
          <span> {mailingLoss}</span>
        </>
      }
      go="Delete event"
      onGo={() => deletion.mutate({ eventId: event.id, title: event.event_title, ...announceBody(answer) }, { onSuccess: close })}
    >
      {toAnnounce > 0 && canBeCancelled(event) ? (
        <Group mt={16} gap={8}>
          <span>{`Cancel the event instead? Its ${counted(toAnnounce, 'person stays', 'people stay')} on record.`}</span>
          <Button
            variant="default"
            onClick={() => {
              setAnswer({ ...answer, note: '' });
              setCancelled(true);
            }}
          >
            Cancel event…
          </Button>
        </Group>
      ) : null}
      {toAnnounce === 0 ? null : <AnnounceChoice label={announceCancellation(toAnnounce)} answer={answer} onChange={setAnswer} />}
    </ConfirmDialog>
  );
}

const DoorLinksDialog = lazyPart(async () => (await import('./door-links-dialog.tsx')).DoorLinksDialog);
const CopyEventDialog = lazyPart(async () => (await import('./copies/copy-event-dialog.tsx')).CopyEventDialog);
const CancelEventDialog = lazyPart(async () => (await import('./announce-dialog.tsx')).CancelEventDialog);
const AnnounceDialog = lazyPart(async () => (await import('./announce-dialog.tsx')).AnnounceDialog);

/** The card after the event's, otherwise the one before, which gets the focus when the event's card leaves the page. */
function neighbourOf(eventId: string): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('main article')];
  const index = cards.findIndex(({ id }) => id === eventAnchor(eventId));
  return cards[index + 1] ?? cards[index - 1];
}

function whereItWent({ submissions_count: count }: ListedEvent, isShown: boolean): string {
  const signUps = count === 0 ? '' : ` with its ${counted(count, 'sign-up')}`;
  return isShown ? 'Visitors can sign up for it again.' : `It is now among the hidden events${signUps}.`;
}

interface OnEvent {
  readonly series: Pick<Series, 'id' | 'title'>;
  readonly event: ListedEvent;
}

/** Puts an event on the form or takes it off. Its card leaves the list, so a toast says where it went and offers Undo. */
function useShow({ series, event }: OnEvent, isShown: boolean): ToolPart {
  const { mutateAsync, isPending } = useShowEvents(series.id);
  const send = async (sent: Pick<ListedEvent, 'id' | 'version'>, isOnForm: boolean) =>
    mutateAsync({ events: [sent], isShown: isOnForm }).catch((error: unknown) => {
      showError('The event was not changed.', error);
    });
  const act = async (): Promise<void> => {
    const neighbour = neighbourOf(event.id);
    const [saved] = (await send(event, isShown)) ?? [];
    if (saved === undefined) return;
    await moveLostFocus(neighbour);
    showSuccess({
      title: `‘${event.event_title}’ is ${isShown ? 'on the form' : 'hidden'}`,
      text: whereItWent(event, isShown),
      action: { label: 'Undo', onClick: () => void send(saved, !isShown) },
    });
  };
  return { isPending, onClick: () => void act() };
}

/** The dialog keeps the changes it was opened with, since the event has none once they are announced. */
function useAnnounce({ series, event }: OnEvent): ToolPart {
  const { open, show } = useDialogWith(() => draftedAnnouncement(event));
  return {
    opensDialog: true,
    onClick: () => isUnannounced(event) && open(event),
    ownDialog: show((changed) => <AnnounceDialog seriesId={series.id} event={changed} />),
  };
}

export const EVENT_LINE_ACTIONS: readonly Action<OnEvent>[] = [
  action('announce', ANNOUNCE, IconSend, [eventCalls.announceChange], { when: ({ event }) => isUnannounced(event), useTool: useAnnounce }),
  action('hide', 'Hide', IconEyeOff, [eventCalls.showEvents], {
    when: ({ event }) => event.show_on_form,
    useTool: (on) => useShow(on, false),
  }),
  action('show', 'Show on form', IconEye, [eventCalls.showEvents], {
    when: ({ event }) => !event.show_on_form,
    useTool: (on) => useShow(on, true),
  }),
];

const isNear = (event: ListedEvent): boolean => event.date !== null && Date.parse(event.date) - DAY_MS <= Date.now() && !isOver(event);

/** Opens the door in a new tab, with one's own link. */
function useDoor({ series, event }: OnEvent): ToolPart {
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => call(doorCalls.addDoorLink, { params: { id: series.id, eventId: event.id }, body: { own: true } }),
    onSuccess: ({ url }, tab) => {
      if (tab !== null) tab.location.replace(url);
      else
        showSuccess({ title: 'Your door is ready', action: { label: 'Open', onClick: () => void window.open(url, '_blank', 'noopener') } });
    },
    onError: (error, tab) => {
      tab?.close();
      showError('The door was not opened.', error);
    },
  });
  // Browsers block a tab that is only opened after an answer.
  return { isPending, onClick: () => mutate(window.open('about:blank', '_blank')) };
}

export const EVENT_ACTIONS: readonly Action<OnEvent>[] = [
  action('door', DOOR, IconDoor, [doorCalls.addDoorLink], { when: ({ event }) => isNear(event), useTool: useDoor }),
  action('door-later', DOOR, IconDoor, [doorCalls.addDoorLink], { when: ({ event }) => !isNear(event), useTool: useDoor }),
  action('door-links', DOOR_LINKS, IconLink, [doorCalls.listDoorLinks, doorCalls.addDoorLink], {
    dialog: ({ series, event }) => <DoorLinksDialog seriesId={series.id} event={event} />,
    // The door leads here.
    isOpen: ({ event }) => location.href.endsWith(`?doors#${eventAnchor(event.id)}`),
  }),
  action('calendar', 'Calendar', IconCalendar, [], {
    when: ({ event: { googleCalendarId: id } }) => id !== null && id !== NOT_IN_CALENDAR,
    href: ({ event }) => getSettings().links.calendarEventUrl.replaceAll('{id}', encodeURIComponent(event.googleCalendarId ?? '')),
    isOutside: true,
  }),
  action('edit', 'Edit Event', IconPencil, [eventCalls.editEvent], { to: ({ series, event }) => paths.series.editEvent(series, event.id) }),
  action('write-came', 'Write to those who came…', IconSend, [mailingCalls.sendMailingOfSeries], {
    when: ({ event }) => isOver(event) && event.attended_count !== undefined,
    to: ({ series, event }) => paths.series.newMailing(series, { events: [event.id], filter: 'attended' }),
  }),
  action('copy', 'Copy…', IconCopy, [eventCalls.copyEvent], {
    isOpen: ({ event }) => hasDraft(copyDraftName(event.id)),
    dialog: ({ series, event }) => <CopyEventDialog seriesId={series.id} event={event} />,
  }),
  action('cancel', 'Cancel event…', IconBan, [eventCalls.cancelEvent], {
    when: ({ event }) => canBeCancelled(event),
    isOpen: ({ event }) => hasDraft(noteDraftName('cancelled', event.id)),
    dialog: ({ series, event }) => <CancelEventDialog seriesId={series.id} event={event} />,
  }),
  action('reinstate', 'Reinstate…', IconArrowBackUp, [eventCalls.reinstateEvent], {
    when: ({ event }) => event.cancelled_at !== null && !isOver(event),
    isOpen: ({ event }) => hasDraft(noteDraftName('reinstated', event.id)),
    dialog: ({ series, event }) => <CancelEventDialog seriesId={series.id} event={event} />,
  }),
  action('delete', 'Delete', IconTrash, [eventCalls.deleteEvent], {
    tone: 'danger',
    isOpen: ({ event }) => hasDraft(noteDraftName('deleted', event.id)),
    dialog: ({ series, event }) => <DeleteEventDialog seriesId={series.id} event={event} />,
  }),
];
