import { type PublicSeries, publicSeriesSchema, type SeriesSettings, seriesSettingsSchema } from '#contract/event-series.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { onWire, WIRE_NAMES } from '#server/wire-names.ts';
import { isLimited, listPlaceCounts, listStoredForms, shownPlaces } from '../public-form.ts';

/** The settings of a series; the schema drops the other columns. */
export const presentSeriesSettings = (row: FormRow): SeriesSettings => seriesSettingsSchema.parse(onWire(row, WIRE_NAMES.forms));

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
