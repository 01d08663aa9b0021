import type { Insertable } from 'kysely';
import { fieldKey } from '#contract/rules/field-key.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { fitPlaces } from '#server/db/registrations/places.ts';
import type { EventSeriesTable, EventsTable, FormFieldsTable, MarketingFormsTable } from '#server/db/tables.ts';

// Builders for the rows of public forms. They bypass the commands, so the form version does not change.

/** A series without events and fields, its setup list hidden; gives its id. */
export async function buildSeries(db: Db, values: Partial<Insertable<EventSeriesTable>> = {}): Promise<string> {
  const { id = newId() } = values;
  await db
    .insertInto('event_series')
    .values({ title: 'Spring training', ...values, id })
    .execute();
  await db.insertInto('form_setups').values({ series_id: id, dismissed_at: new Date() }).execute();
  return id;
}

/** A marketing form without fields, its setup list hidden; gives its id. */
export async function buildMarketingForm(db: Db, values: Partial<Insertable<MarketingFormsTable>> = {}): Promise<string> {
  const { id = newId() } = values;
  await db
    .insertInto('marketing_forms')
    .values({ title: 'White paper', ...values, id })
    .execute();
  await db.insertInto('form_setups').values({ form_id: id, dismissed_at: new Date() }).execute();
  return id;
}

/** A visible event of a series, with its counters when it is limited; gives its id. */
export async function buildEvent(db: Db, seriesId: string, values: Partial<Insertable<EventsTable>> = {}): Promise<string> {
  const id = newId();
  await db
    .insertInto('events')
    .values({ id, series_id: seriesId, title: 'Day one', ...values })
    .execute();
  if (values.closes_when_full === true) await db.transaction().execute((tx) => fitPlaces(tx, [id]));
  return id;
}

/** An optional text field at the end of a form; its key follows from its label. Gives its id. */
export async function buildField(
  db: Db,
  owner: { series_id: string } | { form_id: string },
  values: Partial<Omit<Insertable<FormFieldsTable>, 'options'>> & { options?: string[] } = {},
): Promise<string> {
  const id = newId();
  const { label = 'Diet', options = [], ...others } = values;
  await db
    .insertInto('form_fields')
    .values({ id, label, key: fieldKey(label), type: 'input', position: 0, options: JSON.stringify(options), ...owner, ...others })
    .execute();
  return id;
}

/** A sign-up that is valid for every form, apart from its events. */
export const newSignUp = (values: Record<string, unknown> = {}): Record<string, unknown> => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  job_title: 'Analyst',
  organisation: 'Engines Ltd',
  email: 'ada@example.com',
  accepts_marketing: false,
  ...values,
});
