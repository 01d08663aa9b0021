import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useAnswers } from '#admin/attendees/answers/use-answers.tsx';
import { useEmailAttendees } from '#admin/attendees/dialogs/email-attendees.tsx';
import { attendeeDraftName } from '#admin/attendees/dialogs/new-attendee.ts';
import type { AttendeeEditing } from '#admin/attendees/edit/use-attendee-edits.ts';
import { chosenColumns } from '#admin/attendees/submission-values.ts';
import { AttendeePanel } from '#admin/attendees/table/attendee-panel.tsx';
import { useExportTool } from '#admin/attendees/use-export.ts';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { EventCard } from '#admin/events/event-card.tsx';
import { useDeleteEvent, useShowEvents } from '#admin/events/event-mutations.ts';
import { EventTools } from '#admin/events/event-tools.tsx';
import { NOT_IN_CALENDAR } from '#admin/events/event-values.ts';
import type { ChangedEvent } from '#admin/events/tell-dialog.tsx';
import { eventAnchor, paths } from '#admin/paths.ts';
import { EVERY_ATTENDEE } from '#admin/reads/attendee-list-params.ts';
import { eventLossesQuery } from '#admin/reads/event-queries.ts';
import { seriesDuplicatesQuery } from '#admin/reads/form-queries.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { Ask, runOf } from '#admin/ui/dialogs/dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { useCloseDialog, useDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconCalendar, IconCopy, IconMail, IconPencil, IconTrash, IconUpload } from '#admin/ui/layout/icons.tsx';
import type { Tool } from '#admin/ui/layout/tool-button.tsx';
import { IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { EventLosses, ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { tellOfCancellation } from '#contract/texts/announcement.ts';
import { counted, formatCount, isOrAre } from '#contract/texts/counts.ts';
import type { EventParams } from './use-event-params.ts';

const itOrThey = (count: number): string => (count === 1 ? 'It' : 'They');

function Loss({ losses: { submissions_lost: lost, submissions_kept: kept, is_maximum: isMaximum } }: { losses: EventLosses }) {
  const all = lost + kept;
  if (all === 0) return 'Nobody has signed up for this event.';
  return (
    <>
      <strong>
        {counted(all, 'sign-up')} {isOrAre(all)} in this event.
      </strong>{' '}
      {isMaximum === true
        ? 'Those that are in no other event are lost with it.'
        : `${lost < all ? `${formatCount(lost)} of them` : itOrThey(all)} ${isOrAre(lost)} in no other event and ${isOrAre(lost)} lost with it.`}
    </>
  );
}

/** Asks before an event is deleted. Only sign-ups that are in no other event count as lost. */
function DeleteEventDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const close = useCloseDialog();
  const deletion = useDeleteEvent(seriesId);
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const { data: losses } = useQuery(eventLossesQuery(seriesId, event.id));
  const toTell = losses?.to_tell ?? 0;
  return (
    <Ask
      {...runOf(deletion)}
      title={`Delete ‘${event.event_title}’?`}
      losses={losses === undefined ? 'Its sign-ups that are in no other event are lost.' : <Loss losses={losses} />}
      go="Delete event"
      onGo={() => deletion.mutate({ eventId: event.id, ...tellBody(answer) }, { onSuccess: close })}
    >
      {toTell === 0 ? null : <TellChoice label={tellOfCancellation(toTell)} answer={answer} onChange={setAnswer} />}
    </Ask>
  );
}

const AddAttendeeDialog = lazyPart(async () => (await import('#admin/attendees/dialogs/add-attendee-dialog.tsx')).AddAttendeeDialog);
const CopyEventDialog = lazyPart(async () => (await import('#admin/events/copies/copy-event-dialog.tsx')).CopyEventDialog);
const TellDialog = lazyPart(async () => (await import('#admin/events/tell-dialog.tsx')).TellDialog);
// The page need not wait for the CSV parser.
const ImportDialog = lazyPart(async () => (await import('#admin/attendees/import/import-dialog.tsx')).ImportDialog);

interface SeriesEventProps {
  series: Series;
  event: ListedEvent;
  /** Whether it is the next one of a long list. */
  isNext: boolean;
  columns: readonly string[];
  open: EventParams;
  editing: AttendeeEditing;
}

/** One event of the series page: its card, its tools and, when open, its attendees. */
export function SeriesEvent({ series, event, isNext, columns, open, editing }: SeriesEventProps) {
  const now = useNow();
  const adding = useDialog(() => hasDraft(attendeeDraftName(event.id)));
  const importing = useDialog();
  const copying = useDialog(() => hasDraft(copyDraftName(event.id)));
  const deleting = useDialog();
  const announcing = useDialogWith<ChangedEvent>();
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '200px' });
  const duplicates = useQuery(seriesDuplicatesQuery(series.id)).data?.find(({ event_id: id }) => id === event.id);
  const isInView = entry?.isIntersecting === true;
  const scope = { kind: 'series', id: series.id, eventId: event.id } as const;
  const email = useEmailAttendees(scope, event.submissions_count, { todayFrom: startOfToday(now) });
  const tools = useTools(scope, event, [
    { label: 'Email All Attendees', icon: IconMail, ...email.tool },
    { label: 'Upload CSV', icon: IconUpload, opensDialog: true, onClick: importing.open },
  ]);
  const { showEvent, isPending } = useShowOrHide(series.id);
  const isOpen = open.eventId === event.id;
  const asked = activeFields(series.formFields, [event], [event.id]);
  const answers = useAnswers({
    scope,
    submissionsCount: event.submissions_count,
    asked,
    list: isOpen ? open.list : EVERY_ATTENDEE,
    onListChange: (list) => (isOpen ? open.setList(list) : open.showList(event.id, list)),
    isInView,
  });
  return (
    <EventCard
      ref={ref}
      event={event}
      duplicates={duplicates}
      now={now}
      isNext={isNext}
      isShowPending={isPending}
      onShow={(isShown) => void showEvent(event, isShown)}
      onDuplicates={() => open.showList(event.id, { ...EVERY_ATTENDEE, filter: 'duplicates' })}
      onTell={() => event._untold && announcing.open({ ...event, _untold: event._untold })}
      answers={answers.line}
      tools={
        <EventTools
          eventTitle={event.event_title}
          areAttendeesOpen={isOpen}
          onToggleAttendees={() => open.toggle(event.id)}
          tools={[{ label: 'Add Attendee', icon: IconUserPlus, opensDialog: true, onClick: adding.open }, ...tools]}
          edit={{ label: 'Edit Event', icon: IconPencil, to: paths.series.editEvent(series, event.id) }}
          endTools={[
            { label: 'Copy…', icon: IconCopy, opensDialog: true, onClick: copying.open },
            { label: 'Delete', icon: IconTrash, opensDialog: true, onClick: deleting.open },
          ]}
        />
      }
    >
      {answers.bars}
      {isOpen ? (
        <AttendeePanel
          scope={scope}
          event={event}
          scopeTitle={event.event_title}
          fields={series.formFields}
          editable={{ editing, asked }}
          columns={chosenColumns(series.formFields, [...columns, ...Object.keys(answers.chosen)])}
          open={open}
          printPath={paths.series.printList(series, event.id)}
          emptyText="Sign-ups appear here right away."
          emptyAction={
            <Button variant="default" aria-haspopup="dialog" onClick={adding.open}>
              Add Attendee
            </Button>
          }
        />
      ) : null}
      {adding.show(<AddAttendeeDialog scope={scope} event={event} asked={asked} />)}
      {importing.show(
        <ImportDialog
          scope={scope}
          event={event}
          fields={series.formFields}
          onShowAttendees={(importId) => open.showList(event.id, { ...EVERY_ATTENDEE, import: importId })}
        />,
        true,
      )}
      {email.dialog(`Email all attendees of ‘${event.event_title}’`)}
      {copying.show(<CopyEventDialog seriesId={series.id} event={event} />)}
      {announcing.show((changed) => (
        <TellDialog seriesId={series.id} event={changed} />
      ))}
      {deleting.show(<DeleteEventDialog seriesId={series.id} event={event} />)}
    </EventCard>
  );
}

function useTools(scope: AttendeeScope, event: ListedEvent, first: readonly Tool[]): Tool[] {
  const calendarId = event.googleCalendarId;
  const tools = [...first, useExportTool(scope, event.submissions_count)];
  if (calendarId === null || calendarId === NOT_IN_CALENDAR) return tools;
  const href = getSettings().links.calendarEventUrl.replaceAll('{id}', encodeURIComponent(calendarId));
  return [...tools, { label: 'Calendar', icon: IconCalendar, href, isOutside: true }];
}

/** The card after the event's, otherwise the one before, which gets the focus when the event's own leaves the page. */
function neighbourOf(eventId: string): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('main article')];
  const index = cards.findIndex(({ id }) => id === eventAnchor(eventId));
  return cards[index + 1] ?? cards[index - 1];
}

function whereItIs({ submissions_count: count }: ListedEvent, isShown: boolean): string {
  const signUps = count === 0 ? '' : ` with its ${counted(count, 'sign-up')}`;
  return isShown ? 'Visitors can sign up for it again.' : `It is now among the hidden events${signUps}.`;
}

/** Puts an event on the form or takes it off. Its card leaves the list then, so a toast says where it went, with Undo. */
function useShowOrHide(seriesId: string) {
  const { mutateAsync, isPending } = useShowEvents(seriesId);
  const send = async (event: Pick<ListedEvent, 'id' | 'version'>, isShown: boolean) =>
    mutateAsync({ events: [event], isShown }).catch((error: unknown) => {
      showFailure({ title: 'The event was not changed.', text: messageOf(error) });
    });
  const showEvent = async (event: ListedEvent, isShown: boolean): Promise<void> => {
    const neighbour = neighbourOf(event.id);
    const [saved] = (await send(event, isShown)) ?? [];
    if (saved === undefined) return;
    await moveLostFocus(neighbour);
    showSuccess({
      title: `‘${event.event_title}’ is ${isShown ? 'on the form' : 'hidden'}`,
      text: whereItIs(event, isShown),
      action: { label: 'Undo', onClick: () => void send(saved, !isShown) },
    });
  };
  return { showEvent, isPending };
}
