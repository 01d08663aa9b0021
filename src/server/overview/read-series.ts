import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import { listEventsOfSeries } from '#server/events/queries.ts';
import { listFields } from '#server/forms/fields/queries.ts';
import { listBlockedSubmissions } from '#server/forms/public-form.ts';
import { countEvents, countSignUps, getForm, listViews, presentSeriesSettings } from '#server/forms/queries.ts';

type EventChoice = z.infer<typeof api.getEventSeries.query>;

/** Whether the events must be visible; undefined for all (D14). */
function groupOf({ show_on_form: onForm, showOnlyDisabledEvents: onlyDisabled }: EventChoice): boolean | undefined {
  if (onlyDisabled === true) return false;
  return onForm === true ? true : undefined;
}

/** One series for staff. @throws AppError `not_found` */
export async function readSeries(db: Db, seriesId: string, choice: EventChoice): Promise<Series> {
  const series = { kind: 'series', id: seriesId } as const;
  const [row, events, formFields, views, blockedSubmissions, eventCounts, signUps] = await Promise.all([
    getForm(db, series),
    listEventsOfSeries(db, seriesId, { isOnForm: groupOf(choice), withDuplicates: choice.duplicates !== false }),
    listFields(db, series),
    listViews(db, seriesId),
    listBlockedSubmissions(db, series),
    countEvents(db, seriesId),
    countSignUps(db, series),
  ]);
  return {
    ...presentSeriesSettings(row),
    disclaimerText: disclaimerText(formFields),
    events,
    formFields,
    view_stats: views,
    refused_tries: blockedSubmissions,
    ...eventCounts,
    signups_count: signUps,
  };
}
