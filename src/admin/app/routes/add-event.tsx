import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { useDraft } from '#admin/api/use-draft.ts';
import { knownTitle, seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { AddEventForm } from '#admin/features/events/add-event-form.tsx';
import { eventAnchor } from '#admin/features/events/event-card.tsx';
import {
  type EventFormValues,
  eventFormSchema,
  isTouched,
  missingFields,
  NEW_EVENT,
  newEventBody,
} from '#admin/features/events/event-form-values.ts';
import { useAddEvent } from '#admin/features/events/event-mutations.ts';
import { paths } from '#admin/paths.ts';
import { BottomBar } from '#admin/ui/bottom-bar.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { UnsavedChanges } from '#admin/ui/unsaved-changes.tsx';
import { useSaveShortcut } from '#admin/ui/use-save-shortcut.ts';
import type { Event } from '#contract/event.ts';
import { ADD_EVENT_FAILED, FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import classes from './add-event.module.css';

const FORM_ID = 'add-event';

/** `…/add`: adds an event to a series, then shows its card (spec section 2). */
export function AddEventRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const series = { id: seriesId, title: read.data?.title ?? knownTitle(queryClient, seriesId) ?? '' };
  const adding = useAddingEvent(seriesId, (event) => {
    const page = event.show_on_form ? paths.series.page(series) : paths.series.disabledEvents(series);
    void navigate({ pathname: page, hash: eventAnchor(event.id) });
  });
  useSaveShortcut(adding.submit);
  return (
    <Page>
      <PageHeader back={{ to: paths.series.page(series), label: series.title === '' ? 'Series' : series.title }} title="Add event" />
      <AddEventForm id={FORM_ID} form={adding.form} onSubmit={adding.submit} />
      <BottomBar
        about={
          adding.failure === undefined ? undefined : (
            <span role="alert" className={classes.failure}>
              {adding.failure}
            </span>
          )
        }
      >
        <Button component={Link} to={paths.series.page(series)} variant="default">
          Cancel
        </Button>
        <Button type="submit" form={FORM_ID} loading={adding.isPending}>
          Add Event
        </Button>
      </BottomBar>
      <UnsavedChanges hasUnsaved={adding.hasUnsaved} />
    </Page>
  );
}

/** The form of a new event, from the first letter to the answer of the server; what was typed stays until it is stored. */
function useAddingEvent(seriesId: string, onAdded: (event: Event) => void) {
  const addEvent = useAddEvent(seriesId);
  const isAdded = useRef(false);
  const [failure, setFailure] = useState<string>();
  const values = useRef(NEW_EVENT);
  const draft = useDraft('event', eventFormSchema, () => (isTouched(values.current) ? values.current : undefined));
  const form = useForm<EventFormValues>({
    initialValues: draft ?? NEW_EVENT,
    onValuesChange: (changed) => {
      values.current = changed;
    },
  });

  const fail = (message: string, errors: Partial<Record<string, string>>) => {
    setFailure(message);
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const send = () =>
    addEvent.mutate(newEventBody(form.values), {
      onSuccess: (event) => {
        isAdded.current = true;
        onAdded(event);
      },
      onError: (error) => fail(`${ADD_EVENT_FAILED} ${messageOf(error)}`, fieldErrors(error)),
    });
  const submit = () => {
    if (addEvent.isPending) return;
    setFailure(undefined);
    const missing = missingFields(form.values);
    if (Object.keys(missing).length > 0) fail(FILL_REQUIRED_FIELDS, missing);
    else send();
  };
  return { form, failure, submit, isPending: addEvent.isPending, hasUnsaved: () => !isAdded.current && isTouched(form.values) };
}

/** What the server found wrong, by field. */
const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {};
