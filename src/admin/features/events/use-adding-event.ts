import { useForm } from '@mantine/form';
import { useState } from 'react';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import type { Event } from '#contract/event.ts';
import { ADD_EVENT_FAILED, FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import { useAddEvent } from './event-mutations.ts';
import { type EventValues, eventValuesSchema, isTouched, missingFields, NEW_EVENT, newEventBody, nextNewEvent } from './event-values.ts';
import { unusualDate } from './unusual-date.ts';

/** Whether the form is left once the event is added, or another one begun. */
type Then = 'leave' | 'another';

/** State and submission of a new event; what was typed stays until the event is stored. */
export function useAddingEvent(seriesId: string, onLeave: (added: Event) => void) {
  const addEvent = useAddEvent(seriesId);
  const { timeZone } = useDates();
  const now = useNow();
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState<Then>();
  const [initial, setInitial] = useState(NEW_EVENT);
  const draft = useSavedDraft('event', eventValuesSchema);
  const form = useForm<EventValues>({ initialValues: draft ?? NEW_EVENT });
  const isUnsaved = isTouched(form.values, initial);
  useDraftSaver('event', () => (isUnsaved ? form.values : undefined));
  const dateWarning = unusualDate(form.values.date, timeZone, now);

  const fail = (message: string, errors: Partial<Record<string, string>>) => {
    setFailure(message);
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const begin = (values: EventValues) => {
    setInitial(values);
    form.setValues(values);
    form.getInputNode('event_title')?.focus();
  };
  const send = (then: Then) => {
    setAsking(undefined);
    addEvent.mutate(newEventBody(form.values), {
      onError: (error) => fail(`${ADD_EVENT_FAILED} ${messageOf(error)}`, errorsByField(error)),
      onSuccess: (added) => (then === 'leave' ? onLeave(added) : begin(nextNewEvent(form.values))),
    });
  };
  const submit = (then: Then) => {
    if (addEvent.isPending) return;
    setFailure(undefined);
    const missing = missingFields(form.values);
    if (Object.keys(missing).length > 0) fail(FILL_REQUIRED_FIELDS, missing);
    else if (dateWarning === undefined) send(then);
    else setAsking(then);
  };
  return {
    form,
    failure,
    dateWarning,
    /** Whether the date is so unusual that it is asked about before the event is sent. */
    isAsking: asking !== undefined,
    stay: () => {
      setAsking(undefined);
      form.getInputNode('date')?.focus();
    },
    confirm: () => send(asking ?? 'leave'),
    submit,
    isPending: addEvent.isPending,
    isUnsaved,
  };
}
