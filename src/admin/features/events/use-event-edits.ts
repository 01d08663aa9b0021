import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { useEdits } from '#admin/forms/use-edits.ts';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { api } from '#contract/api.ts';
import type { Event } from '#contract/event.ts';
import { wereGivenPlaces, wereOffered } from '#contract/texts/places.ts';
import { eventQuery } from './event-queries.ts';
import { type EventValues, eventEditBody, eventEditsSchema, eventProblems, eventValuesOf } from './event-values.ts';

/** The edits of an event, and how to save them. */
export function useEventEdits(seriesId: string, read: Event) {
  const dates = useDates();
  return useEdits<EventValues, Event>({
    name: 'event',
    schema: eventEditsSchema,
    read,
    valuesOf: (event) => eventValuesOf(event, dates),
    problemsOf: eventProblems,
    send: async (changed, ifMatch) => {
      const { _promoted: promoted = 0, ...event } = await call(api.editEvent, {
        params: { id: seriesId, eventId: read.id },
        body: eventEditBody(changed),
        ifMatch,
      });
      if (promoted > 0) showSuccess({ title: event.waiting_list === 'direct' ? wereGivenPlaces(promoted) : wereOffered(promoted) });
      return event;
    },
    readsKey: eventQuery(seriesId, read.id).queryKey,
    staleKeys: [queryKeys.seriesReads(seriesId), queryKeys.seriesCards],
  });
}
