import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { knownTitle, seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { AddEventForm } from '#admin/features/events/add-event-form.tsx';
import { useAddEvent } from '#admin/features/events/event-mutations.ts';
import {
  type EventValues,
  eventValuesSchema,
  isTouched,
  missingFields,
  NEW_EVENT,
  newEventBody,
} from '#admin/features/events/event-values.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { eventAnchor, paths } from '#admin/paths.ts';
import { UnsavedChanges } from '#admin/ui/dialogs/unsaved-changes.tsx';
import { useSaveShortcut } from '#admin/ui/inputs/use-save-shortcut.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { ADD_EVENT_FAILED, FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import classes from './add-event.module.css';

const FORM_ID = 'add-event';

/** `…/add`: adds an event to a series, then shows its card. */
export function AddEventRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const series = { id: seriesId, title: read.data?.title ?? knownTitle(queryClient, seriesId) ?? '' };
  const adding = useAddingEvent(seriesId);
  useSaveShortcut(adding.submit);
  if (adding.added !== undefined) {
    const pathname = adding.added.show_on_form ? paths.series.page(series) : paths.series.disabledEvents(series);
    return <Navigate to={{ pathname, hash: eventAnchor(adding.added.id) }} replace />;
  }
  return (
    <Page>
      <PageHeader back={{ to: paths.series.page(series), label: series.title === '' ? 'Series' : series.title }} title="Add event" />
      <AddEventForm id={FORM_ID} form={adding.form} onSubmit={adding.submit} />
      <BottomBar about={adding.failure === undefined ? undefined : <Failure message={adding.failure} />}>
        <Button component={Link} to={paths.series.page(series)} variant="default">
          Cancel
        </Button>
        <Button type="submit" form={FORM_ID} loading={adding.isPending}>
          Add Event
        </Button>
      </BottomBar>
      <UnsavedChanges hasUnsaved={() => adding.isUnsaved} />
    </Page>
  );
}

/** Beside the button that was pressed, so it is visible at any scroll position. */
function Failure({ message }: { message: string }) {
  return (
    <span role="alert" className={classes.failure}>
      {message}
    </span>
  );
}

/** State and submission of the new event; what was typed stays until the event is stored. */
function useAddingEvent(seriesId: string) {
  const addEvent = useAddEvent(seriesId);
  const [failure, setFailure] = useState<string>();
  const draft = useSavedDraft('event', eventValuesSchema);
  const form = useForm<EventValues>({ initialValues: draft ?? NEW_EVENT });
  useDraftSaver('event', () => (isTouched(form.values) ? form.values : undefined));

  const fail = (message: string, errors: Partial<Record<string, string>>) => {
    setFailure(message);
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const submit = () => {
    if (addEvent.isPending) return;
    setFailure(undefined);
    const missing = missingFields(form.values);
    if (Object.keys(missing).length > 0) fail(FILL_REQUIRED_FIELDS, missing);
    else {
      addEvent.mutate(newEventBody(form.values), {
        onError: (error) => fail(`${ADD_EVENT_FAILED} ${messageOf(error)}`, errorsByField(error)),
      });
    }
  };
  return { form, failure, submit, added: addEvent.data, isPending: addEvent.isPending, isUnsaved: isTouched(form.values) };
}
