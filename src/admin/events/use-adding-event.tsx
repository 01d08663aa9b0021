import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNewRecord } from '#admin/records/use-record.ts';
import { useDates, useNow } from '#admin/ui/format/dates-context.tsx';
import type { Event } from '#contract/events/event.ts';
import { ADD_EVENT_FAILED } from '#contract/texts/staff.ts';
import { useAddEvent } from './event-mutations.ts';
import { eventDraft, type EventValues, NEW_EVENT, newEventBody, newEventProblems, nextNewEvent, unusualDate } from './event-values.ts';

/** Whether the form is left once the event is added, or another one begun. */
type Then = 'leave' | 'another';

/** State and submission of a new event; what was typed stays until the event is stored. */
export function useAddingEvent(seriesId: string, onLeave: (added: Event) => void) {
  const add = useAddEvent(seriesId);
  const { timeZone } = useDates();
  const now = useNow();
  const [initial, setInitial] = useState(NEW_EVENT);
  const [isAsking, setAsking] = useState(false);
  const then = useRef<Then>('leave');
  const record = useNewRecord<EventValues, Event>({
    name: 'event',
    draft: eventDraft,
    initial,
    problemsOf: newEventProblems,
    send: async (values, key) => add(newEventBody(values), key),
    onAdded: (added) => (then.current === 'leave' ? onLeave(added) : begin()),
  });
  const { values, errors, form, failure, isSaving, isWrong, submit } = record;
  const focus = (input: string) => form?.querySelector<HTMLElement>(input)?.focus();
  const begin = () => {
    flushSync(() => {
      setInitial(nextNewEvent(values));
      record.discard();
    });
    focus('input');
  };
  const dateWarning = unusualDate(values.date, timeZone, now);
  const [wrong] = Object.values(errors);
  // With valid values, an error at a field is the server's.
  const refusal = failure ?? (isWrong ? undefined : wrong);
  return {
    record,
    /** The reason of a failed call, or the first error of the fields. */
    failure:
      refusal === undefined ? (
        wrong
      ) : (
        <>
          {ADD_EVENT_FAILED} {refusal}
        </>
      ),
    dateWarning,
    /** Whether the date is so unusual that it is asked about before the event is sent. */
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
