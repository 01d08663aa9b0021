import type { Insertable } from 'kysely';
import { fieldKey } from '#contract/rules/field-key.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventsTable, FormFieldsTable, FormsTable } from '#server/db/tables.ts';
import { fitPlaces } from '#server/registrations/counters.ts';

// Builders for the rows of public forms. They bypass the commands, so the form version does not change.

async function buildForm(db: Db, values: Omit<Insertable<FormsTable>, 'id'> & { readonly id?: string }): Promise<string> {
  const { id = newId() } = values;
  await db
    .insertInto('forms')
    .values({ ...values, id })
    .execute();
  await db.insertInto('form_setups').values({ form_id: id, dismissed_at: new Date() }).execute();
  return id;
}

/** A series without events and fields, its setup list hidden; gives its id. */
export const buildSeries = (db: Db, values: Partial<Insertable<FormsTable>> = {}): Promise<string> =>
  buildForm(db, { title: 'Spring training', ...values, kind: 'series' });

/** A marketing form without fields, its setup list hidden; gives its id. */
export const buildMarketingForm = (db: Db, values: Partial<Insertable<FormsTable>> = {}): Promise<string> =>
  buildForm(db, { title: 'White paper', ...values, kind: 'marketing' });

/** A visible event of a series, with its counters when it is limited; gives its id. */
export async function buildEvent(db: Db, seriesId: string, values: Partial<Insertable<EventsTable>> = {}): Promise<string> {
  const id = newId();
  await db
    .insertInto('events')
    .values({ id, form_id: seriesId, title: 'Day one', ...values })
    .execute();
  if (values.closes_when_full === true) await db.transaction().execute((tx) => fitPlaces(tx, [id]));
  return id;
}

/** An optional text field at the end of a form; its key follows from its label. Gives its id. */
export async function buildField(
  db: Db,
  owner: { form_id: string },
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
