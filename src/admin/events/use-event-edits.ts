import { call } from '#admin/api/call.ts';
import { eventQuery } from '#admin/reads/event-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { api } from '#contract/api.ts';
import { type Event, toldValuesSchema } from '#contract/events/event.ts';
import { werePromoted } from '#contract/texts/places.ts';
import { eventDraft, eventEditBody, eventProblems, type EventValues, eventValuesOf } from './event-values.ts';
import type { ChangedEvent } from './tell-dialog.tsx';

/** What people are notified about when it changes. */
const TOLD_FIELDS = Object.keys(toldValuesSchema.shape);

/** The edits of an event, and how to save them. `onChanged` gets a saved event of which people do not know what was changed. */
export function useEventEdits(seriesId: string, read: Event, onChanged: (event: ChangedEvent) => void) {
  const dates = useDates();
  return useSavedRecord<EventValues, Event>({
    name: 'event',
    draft: eventDraft,
    read,
    valuesOf: (event) => eventValuesOf(event, dates),
    problemsOf: eventProblems,
    send: async (changed, guard) => {
      const {
        _promoted: promoted = 0,
        _promoted_as: as,
        ...event
      } = await call(api.editEvent, {
        params: { id: seriesId, eventId: read.id },
        body: eventEditBody(changed),
        ...guard,
      });
      if (as !== undefined) showSuccess({ title: werePromoted(promoted, as) });
      const { _untold: pending } = event;
      if (pending !== undefined && TOLD_FIELDS.some((name) => name in changed)) onChanged({ ...event, _untold: pending });
      return { ...event, _untold: pending };
    },
    readsKey: eventQuery(seriesId, read.id).queryKey,
    staleKeys: [queryKeys.seriesReads(seriesId), queryKeys.seriesCards],
  });
}
