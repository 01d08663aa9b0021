import { Badge, Box, Checkbox, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { type FailedAttendee, useAttendeeEdits, useKeptEdits } from '#admin/attendees/edit/attendee-editor.tsx';
import { hasAnotherAddress } from '#admin/attendees/edit/attendee-edits.ts';
import { EditableAttendees } from '#admin/attendees/edit/editable-attendees.tsx';
import { EventFields, EventSkeleton } from '#admin/events/event-fields.tsx';
import { EventMails, lateMailsOfEvent, useLateNotice } from '#admin/events/event-mails.tsx';
import { eventEditBody, eventProblems, type EventValues, eventValuesOf, eventValuesSchema } from '#admin/events/event-values.ts';
import { draftedAnnouncement } from '#admin/events/note-draft.ts';
import { useAlsoHere } from '#admin/live/use-also-here.ts';
import { useColleagueNote } from '#admin/live/use-colleague-note.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { eventQuery, type ReadSeries, seriesQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useMay } from '#admin/session/session.ts';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusFirstWrong } from '#admin/ui/focus.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { SaveBar, unsavedText } from '#admin/ui/inputs/save-bar.tsx';
import { ReadPage } from '#admin/ui/layout/page.tsx';
import { useScrollToAnchor } from '#admin/ui/layout/use-scroll-to-anchor.ts';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { Loaded } from '#admin/ui/states/page-state.tsx';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import { SaveFailure, SaveNote, useSaving } from '#admin/ui/states/use-saving.tsx';
import { eventCalls } from '#contract/events/event-calls.ts';
import { announcedValuesSchema, type ChangedEvent, type Event, isUnannounced } from '#contract/events/event.ts';
import { placesHeld } from '#contract/registrations/places-held.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { ANNOUNCE } from '#contract/texts/announcement.ts';
import { counted } from '#contract/texts/counts.ts';
import { werePromoted } from '#contract/texts/places.ts';
import { CANCELLED } from '#contract/texts/words/mails.ts';
import { useBackToForm } from './frame/form-address.tsx';
import { useGoBack } from './frame/visited.ts';

const AnnounceDialog = lazyPart(async () => (await import('#admin/events/announce-dialog.tsx')).AnnounceDialog);

/** `…/event/{eventid}/edit`: the fields of an event and its attendees. */
export function EditEventRoute() {
  const { eventseriesid: seriesId = '', eventid: eventId = '' } = useParams();
  const read = useQuery(eventQuery(seriesId, eventId));
  const series = useQuery(seriesQuery(seriesId, 'all'));
  const { to, label } = useBackToForm(series.data?.title);
  const goBack = useGoBack([to, paths.series.disabledEvents({ id: seriesId, title: '' })]);
  const colleagueNote = useColleagueNote(`event/${eventId}`, read.data?.version, read.error);
  return (
    <ReadPage
      back={{ to: `${to}#${eventAnchor(eventId)}`, label, onClick: goBack }}
      title="Edit event"
      recorded={read.data && `Edit ‘${read.data.event_title}’`}
      note={
        <>
          <bdi>{read.data?.event_title}</bdi> {read.data?.cancelled_at ? <Badge color="red">{CANCELLED}</Badge> : null}{' '}
          <span role="status">{colleagueNote}</span>
        </>
      }
      read={read}
      skeleton={<EventSkeleton />}
    >
      {(event) => (
        <Loaded read={series} skeleton={<EventSkeleton />}>
          {(of) => <EditPage key={event.id} series={of} event={event} />}
        </Loaded>
      )}
    </ReadPage>
  );
}

const NAMED_FAILURES = 5;

function Reasons({ event, attendees }: { event: unknown; attendees: readonly FailedAttendee[] }) {
  const isAtField = event instanceof ApiError && event.errors.length + Object.keys(event.current).length > 0;
  const more = attendees.length - NAMED_FAILURES;
  return (
    <Box component="ul" mt={4} ps={16} style={{ listStyle: 'disc' }}>
      {event === undefined ? null : (
        <li>
          Event:{' '}
          {isAtField ? (
            <UnstyledButton fz="inherit" td="underline" onClick={() => focusFirstWrong()}>
              {messageOf(event)}
            </UnstyledButton>
          ) : (
            <span>{messageOf(event)}</span>
          )}
        </li>
      )}
      {attendees.slice(0, NAMED_FAILURES).map(({ name, reason }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and the list is static
        <li key={index}>{`${name}: ${reason}`}</li>
      ))}
      {more > 0 ? <li>{`and ${counted(more, 'more attendee')}`}</li> : null}
    </Box>
  );
}

function EditPage({ series, event }: { series: ReadSeries; event: Event }) {
  const { id: seriesId, formFields: fields } = series;
  const scope = { kind: 'series', id: seriesId, eventId: event.id } as const;
  // Unless it was deleted in the meantime.
  const listed = series.events.find(({ id }) => id === event.id);
  useScrollToAnchor(true);
  const asked = useMemo(() => activeFields(fields, [event], [event.id]), [fields, event]);
  const announcing = useDialogWith(() => draftedAnnouncement(event));
  const form = useEventEdits(series, event, { attended: listed?.attended_count, onChanged: announcing.open });
  const attendees = useAttendeeEdits(asked, useKeptEdits('attendees'));
  const { rows, wrong } = attendees;
  const changed = rows.length;
  const readdressed = series.email_template ? rows.filter(hasAnotherAddress).length : 0;
  const [confirms, setConfirms] = useState(true);
  const saving = useSaving({
    hasChanges: form.hasChanges || changed > 0,
    check: form.check,
    isWrong: form.isWrong || wrong.length > 0,
    wrongReason: form.isWrong ? undefined : <Reasons event={undefined} attendees={wrong} />,
    save: async () => {
      const [saved] = await Promise.allSettled([form.save()]);
      const eventFailure: unknown = saved.status === 'rejected' ? saved.reason : undefined;
      const failed = await attendees.save({ scope, rows, ...(readdressed > 0 && { mails: { _confirm: confirms } }) });
      if (eventFailure !== undefined || failed.length > 0) throw new SaveFailure(<Reasons event={eventFailure} attendees={failed} />);
    },
  });
  const handleDiscard = () => {
    form.discard();
    attendees.discard();
  };
  return (
    <>
      <SaveNote outcome={saving.outcome} />
      <EventFields
        field={form.field}
        taken={listed === undefined ? 0 : placesHeld(listed)}
        speakers={series.speakers}
        mails={<EventMails field={form.field} event={event} series={series} />}
      />
      <EditableAttendees
        scope={scope}
        asked={asked}
        hasOtherLists={event.close_when_full}
        edits={attendees.edits}
        dispatch={attendees.dispatch}
      />
      <SaveBar
        alsoHere={useAlsoHere(`event/${event.id}`)}
        unsaved={unsavedText(form.changes, form.wrong + wrong.length, changed > 0 ? [`${counted(changed, 'attendee')} changed`] : [])}
        tools={
          readdressed === 0 ? null : (
            <Checkbox
              size="xs"
              label={`Send the confirmation to ${counted(readdressed, 'new address', 'new addresses')}`}
              checked={confirms}
              onChange={(event) => setConfirms(event.currentTarget.checked)}
            />
          )
        }
        record={{ ...saving, discard: handleDiscard }}
      />
      {announcing.show((changed) => (
        <AnnounceDialog seriesId={seriesId} event={changed} />
      ))}
    </>
  );
}

const ANNOUNCED_FIELDS = Object.keys(announcedValuesSchema.shape);

interface EditsOptions {
  /** How many came, from the list of events. */
  attended: number | undefined;
  onChanged: (event: ChangedEvent) => void;
}

function useEventEdits(series: ReadSeries, read: Event, { attended, onChanged }: EditsOptions) {
  const { id: seriesId } = series;
  const may = useMay();
  const showLate = useLateNotice(series);
  const [past, setPast] = useState<ChangedEvent>();
  // Its button opens a dialog of this page, so the toast disappears with the page.
  useEffect(
    () =>
      past &&
      showSuccess({ title: 'This event is over, so nobody is notified', action: { label: ANNOUNCE, onClick: () => onChanged(past) } }),
    [past, onChanged],
  );
  return useSavedRecord<EventValues, Event>({
    name: 'event',
    schema: eventValuesSchema,
    isReadOnly: !may(eventCalls.editEvent),
    read,
    valuesOf: eventValuesOf,
    problemsOf: eventProblems,
    send: async (changed, guard) => {
      const {
        _promoted: promoted = 0,
        _promoted_as: as,
        ...event
      } = await call(eventCalls.editEvent, { params: { id: seriesId, eventId: read.id }, body: eventEditBody(changed), ...guard });
      if (as !== undefined) showSuccess({ title: werePromoted(promoted, as) });
      showLate(lateMailsOfEvent(read, { ...event, attended_count: attended }, series));
      if (isUnannounced(event) && ANNOUNCED_FIELDS.some((name) => name in changed)) {
        const ask = endOf(event, dates.timeZone) > Date.now() ? onChanged : setPast;
        ask(event);
      }
      // Absent from the answer if there is nothing to say; the earlier value would stay.
      return { _sent_mails: undefined, _unannounced: undefined, ...event };
    },
    readsKey: eventQuery(seriesId, read.id).queryKey,
    staleKeys: [queryKeys.seriesReads(seriesId), queryKeys.seriesCards],
  });
}
