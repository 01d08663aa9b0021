import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, Navigate, useParams } from 'react-router';
import { EventFields } from '#admin/events/event-fields.tsx';
import { lateMailsOfEvent, type SeriesTimes, useLateNotice } from '#admin/events/event-mails.tsx';
import { useAddEvent } from '#admin/events/event-mutations.ts';
import * as eventValues from '#admin/events/event-values.ts';
import { eventAnchor, paths, type Titled } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/form-queries.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { ConfirmDialog, UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { DialogPart } from '#admin/ui/dialogs/use-dialog.tsx';
import { useNow } from '#admin/ui/format/dates.tsx';
import { useSaveShortcut } from '#admin/ui/inputs/use-save-shortcut.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import type { Event } from '#contract/events/event.ts';
import { ADD_EVENT_FAILED, FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import { useBackToForm } from './frame/form-address.tsx';

const FORM_ID = 'add-event';

/** Whether the form closes once the event is added, or another one is begun. */
type Then = 'leave' | 'another';

/** `…/add`: adds an event to a series, then shows its card; what was typed stays until the event is stored. */
export function AddEventRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const back = useBackToForm(read.data?.title);
  const [added, setAdded] = useState<Event>();
  const series = { id: seriesId, title: read.data?.title ?? '' };
  const { record, dateWarning, ...adding } = useAddingEvent(series, read.data, setAdded);
  const { setForm, field } = record;
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    adding.add('leave');
  };
  useSaveShortcut(submit);
  if (added !== undefined) {
    const pathname = added.show_on_form ? back.to : paths.series.disabledEvents(series);
    return <Navigate to={{ pathname, hash: eventAnchor(added.id) }} replace />;
  }
  if (readState(read) === 'failed') {
    return (
      <Page>
        <PageHeader back={back} title="Add event" />
        <LoadFailure read={read} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader back={back} title="Add event" />
      <form ref={setForm} id={FORM_ID} onSubmit={submit} noValidate>
        <EventFields field={field} isNew dateWarning={dateWarning} />
      </form>
      {/* Next to the pressed button, so that a failure is visible at any scroll position. */}
      <BottomBar about={adding.failure}>
        <Button component={Link} to={back.to} variant="default">
          Cancel
        </Button>
        <Button variant="default" disabled={record.isSaving} onClick={() => adding.add('another')}>
          <Box component="span" visibleFrom="xs">
            Save and add another
          </Box>
          <Box component="span" hiddenFrom="xs">
            Add another
          </Box>
        </Button>
        <Button type="submit" form={FORM_ID} loading={record.isSaving}>
          Add Event
        </Button>
      </BottomBar>
      <DialogPart opened={adding.isAsking} onClose={adding.stay}>
        <ConfirmDialog
          title={`Add ‘${record.values.event_title.trim()}’ anyway?`}
          about={dateWarning}
          stay="Change the date"
          go="Add event"
          tone="plain"
          onGo={adding.confirm}
        />
      </DialogPart>
      <UnsavedChanges hasUnsaved={() => record.changes > 0} />
    </Page>
  );
}

function useAddingEvent(series: Titled, times: SeriesTimes | undefined, onLeave: (added: Event) => void) {
  const add = useAddEvent(series);
  const showLate = useLateNotice(series);
  const now = useNow();
  const [initial, setInitial] = useState(eventValues.NEW_EVENT);
  const [isAsking, setAsking] = useState(false);
  const then = useRef<Then>('leave');
  const record = useNewRecord<eventValues.EventValues, Event>({
    name: 'event',
    schema: eventValues.eventValuesSchema,
    initial,
    problemsOf: eventValues.newEventProblems,
    send: async (values, key) => add(eventValues.newEventBody(values), key),
    onAdded: (added) => {
      if (times !== undefined) showLate(lateMailsOfEvent(undefined, { ...added, submissions_count: 0 }, times));
      return then.current === 'leave' ? onLeave(added) : begin();
    },
  });
  const { values, errors, form, failure, isSaving, isWrong, submit } = record;
  const focus = (input: string) => form?.querySelector<HTMLElement>(input)?.focus();
  const begin = () => {
    flushSync(() => {
      setInitial(eventValues.nextNewEvent(values));
      record.discard();
    });
    focus('input');
  };
  const dateWarning = eventValues.unusualDate(values.date, now);
  const hasMissing = [values.event_title, values.google_calendar_id, values.date ?? ''].some((value) => value.trim() === '');
  const [first] = Object.values(errors);
  const wrong = first !== undefined && hasMissing ? FILL_REQUIRED_FIELDS : first;
  const reason = failure ?? wrong;
  return {
    record,
    failure:
      reason === undefined ? undefined : (
        <span role="alert" data-text="bad">
          {/* With valid values, an error at a field is the server's. */}
          {failure === undefined && isWrong ? null : <span>{`${ADD_EVENT_FAILED} `}</span>}
          {reason}
        </span>
      ),
    dateWarning,
    /** Whether the date is so unusual that the dialog asks before sending the event. */
    isAsking,
    stay: () => {
      setAsking(false);
      focus('[data-dates-input]');
    },
    confirm: () => {
      setAsking(false);
      submit();
    },
    add: (chosen: Then) => {
      if (isSaving) return;
      then.current = chosen;
      if (isWrong || dateWarning === undefined) submit();
      else setAsking(true);
    },
  };
}
