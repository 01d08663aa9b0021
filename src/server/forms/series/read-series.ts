import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import { type PublicSeries, publicSeriesSchema, type Series, type SeriesSettings, seriesSettingsSchema } from '#contract/event-series.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { listEventsOfSeries } from '#server/events/queries.ts';
import { isLimited, listBlockedSubmissions, listPlaceCounts, listStoredForms, shownPlaces } from '#server/sign-up/queries.ts';
import { onWire, WIRE_NAMES } from '#server/wire-names.ts';
import { listFields } from '../fields/queries.ts';
import { countEvents, countSignUps, getSeries, listViews } from './queries.ts';

type EventChoice = z.infer<typeof api.getEventSeries.query>;

/** Whether the events must be visible; undefined for all (D14). */
function groupOf({ show_on_form: onForm, showOnlyDisabledEvents: onlyDisabled }: EventChoice): boolean | undefined {
  if (onlyDisabled === true) return false;
  return onForm === true ? true : undefined;
}

/** The settings of a series; the schema drops the other columns. */
export const presentSeriesSettings = (row: FormRow): SeriesSettings => seriesSettingsSchema.parse(onWire(row, WIRE_NAMES.forms));

/** One series for staff. @throws AppError `not_found` */
export async function readSeries(db: Db, seriesId: string, choice: EventChoice): Promise<Series> {
  const [row, events, formFields, views, blockedSubmissions, eventCounts, signUps] = await Promise.all([
    getSeries(db, seriesId),
    listEventsOfSeries(db, seriesId, { isOnForm: groupOf(choice), withDuplicates: choice.duplicates !== false }),
    listFields(db, { kind: 'series', id: seriesId }),
    listViews(db, seriesId),
    listBlockedSubmissions(db, { kind: 'series', id: seriesId }),
    countEvents(db, seriesId),
    countSignUps(db, seriesId),
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

/** For visitors: the schema drops what the public form does not need. @throws AppError `not_found` */
export async function readPublicSeries(db: Db, seriesId: string): Promise<PublicSeries> {
  const [form] = await listStoredForms(db, 'series', [seriesId]);
  if (form === undefined) throw notFound('Event series');
  const places = isLimited(form) ? shownPlaces(form, await listPlaceCounts(db, [form.id])) : [];
  return publicSeriesSchema.parse({
    ...form,
    events: form.events.map((event) => ({ ...event, places: places.find((one) => one.event_id === event.id) })),
    disclaimerText: disclaimerText(form.fields),
    formFields: form.fields.map((field) => ({
      ...field,
      inputType: field.type,
      // The id of a hidden event must not leak.
      brunch_event_id: form.events.some(({ id }) => id === field.brunch_event_id) ? field.brunch_event_id : null,
    })),
  });
}
