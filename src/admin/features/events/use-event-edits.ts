import { useEdits } from '#admin/forms/use-edits.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { Event } from '#contract/event.ts';
import { useEditEvent } from './event-mutations.ts';
import { type EventValues, eventEditBody, eventEditsSchema, eventProblems, savedEvent } from './event-values.ts';

/** The edits of an event, and how to save them. */
export function useEventEdits(seriesId: string, event: Event) {
  const dates = useDates();
  const edit = useEditEvent(seriesId, event.id);
  const form = useEdits<EventValues>({
    name: 'event',
    saved: savedEvent(event, dates),
    schema: eventEditsSchema,
    problemsOf: eventProblems,
  });
  return {
    ...form,
    /** Saves the changes, if any. Throws when the save fails, after showing the errors at their fields. */
    save: async () => {
      if (form.changes === 0) return;
      const sent = form.changed;
      try {
        const now = await edit.mutateAsync({ changed: eventEditBody(sent), version: event.version });
        form.markSaved(sent, savedEvent(now, dates));
      } catch (error) {
        form.refuse(error);
        throw error;
      }
    },
  };
}
