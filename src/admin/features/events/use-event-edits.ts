import { useEdits } from '#admin/api/use-edits.ts';
import { useDates } from '#admin/ui/dates-context.tsx';
import type { Event } from '#contract/event.ts';
import { type EditEventValues, eventEditBody, eventEditsSchema, eventProblems, savedEvent, storedEvent } from './edit-event-values.ts';
import { useEditEvent } from './event-mutations.ts';

/** What is typed over the fields of an event, and how to save it. */
export function useEventEdits(seriesId: string, event: Event) {
  const dates = useDates();
  const edit = useEditEvent(seriesId, event.id);
  const form = useEdits<EditEventValues>({
    name: 'event',
    saved: savedEvent(event, dates),
    schema: eventEditsSchema,
    stored: storedEvent,
    problemsOf: eventProblems,
  });
  const changes = Object.keys(form.changed).length;
  return {
    ...form,
    changes,
    isWrong: form.hasTheirs || Object.keys(form.problems).length > 0,
    /** Sends what changed; nothing when nothing did. Throws when it was not saved, with what is wrong shown at its fields. */
    save: async () => {
      if (changes === 0) return;
      const sent = form.edits;
      try {
        const now = await edit.mutateAsync({ changed: eventEditBody(form.changed), version: event.version });
        form.noteSaved(sent, savedEvent(now, dates));
      } catch (error) {
        form.refuse(error);
        throw error;
      }
    },
  };
}
