import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { PublicEvent, PublicField } from '#contract/rules/active-fields.ts';
import type { SignUpForm } from '#contract/rules/sign-up.ts';
import type { Db } from '#server/db/connection.ts';
import { fieldRule, RULE_COLUMNS } from '#server/field-rule.ts';
import { KEY_LIFETIME_HOURS } from '#server/idempotency.ts';

/** Which public form: of a series, or a marketing form. */
export interface FormRef {
  readonly kind: 'series' | 'marketing';
  readonly id: string;
}

/** A public form as it is stored: what visitors see and what their sign-ups are checked against. */
export interface StoredForm extends SignUpForm {
  readonly id: string;
  readonly title: string;
  /** Counts changes of what the form shows; a sign-up is stored only while this is still the present one. */
  readonly version: number;
  /** Visible events, by date, undated last (decision 5). None for a marketing form. */
  readonly events: readonly PublicEvent[];
  readonly fields: readonly PublicField[];
  /** Whether a marketing form promises content by mail. */
  readonly hasDownloadableContent: boolean;
}

const fieldsOf = (db: Db, isOfForm: Expression<SqlBool>) =>
  jsonArrayFrom(db.selectFrom('form_fields').select(RULE_COLUMNS).where(isOfForm).orderBy('position').orderBy('id'));

async function listSeriesForms(db: Db, ids: readonly string[]): Promise<StoredForm[]> {
  const rows = await db
    .selectFrom('event_series')
    .where('event_series.id', 'in', ids)
    .select(['event_series.id', 'event_series.title', 'event_series.form_version'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('events')
          .select(['events.id', 'events.title', 'events.starts_at', 'events.is_brunch'])
          .whereRef('events.series_id', '=', 'event_series.id')
          .where('events.is_on_form', '=', true)
          .orderBy('events.starts_at', (order) => order.asc().nullsLast())
          .orderBy('events.id'),
      ).as('events'),
      fieldsOf(db, sql<SqlBool>`form_fields.series_id = event_series.id`).as('fields'),
    ])
    .execute();
  return rows.map((row) => ({
    kind: 'series',
    id: row.id,
    title: row.title,
    version: row.form_version,
    events: row.events.map((event) => ({
      id: event.id,
      event_title: event.title,
      date: event.starts_at === null ? null : new Date(event.starts_at).toISOString(),
      brunch_event: event.is_brunch,
    })),
    fields: row.fields.map(fieldRule),
    hasDownloadableContent: false,
  }));
}

async function listMarketingForms(db: Db, ids: readonly string[]): Promise<StoredForm[]> {
  const rows = await db
    .selectFrom('marketing_forms')
    .where('marketing_forms.id', 'in', ids)
    .select(['marketing_forms.id', 'marketing_forms.title', 'marketing_forms.form_version', 'marketing_forms.has_downloadable_content'])
    .select(fieldsOf(db, sql<SqlBool>`form_fields.form_id = marketing_forms.id`).as('fields'))
    .execute();
  return rows.map((row) => ({
    kind: 'marketing',
    id: row.id,
    title: row.title,
    version: row.form_version,
    events: [],
    fields: row.fields.map(fieldRule),
    hasDownloadableContent: row.has_downloadable_content,
  }));
}

/** The forms with these ids, each read in one moment, so that its version belongs to what it shows. */
export const listStoredForms = (db: Db, kind: FormRef['kind'], ids: readonly string[]): Promise<StoredForm[]> =>
  kind === 'series' ? listSeriesForms(db, ids) : listMarketingForms(db, ids);

/** The present version of each of these forms, by id; an unknown id has none. */
export async function listFormVersions(db: Db, kind: FormRef['kind'], ids: readonly string[]): Promise<Map<string, number>> {
  const table = kind === 'series' ? 'event_series' : 'marketing_forms';
  const rows = await db.selectFrom(table).select(['id', 'form_version']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.form_version]));
}

/** The sign-up that came with this key, and whether the key still counts (decision 19). */
export async function findSignUpByKey(db: Db, { kind, id }: FormRef, key: string) {
  return db
    .selectFrom('submissions')
    .select(['id', 'body_hash'])
    .select(sql<boolean>`submitted_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`.as('is_remembered'))
    .where(kind === 'series' ? 'series_id' : 'form_id', '=', id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** For how long refused tries are told. */
const REFUSED_TRIES_DAYS = 30;

/** Tries of a form that were refused as a machine's or one too many, one row for each of the last days that has any, oldest first. */
export const listRefusedTries = (db: Db, { kind, id }: FormRef): Promise<{ readonly day: string; readonly tries: number }[]> =>
  db
    .selectFrom('refused_tries')
    .select(['day', 'tries'])
    .where(kind === 'series' ? 'series_id' : 'form_id', '=', id)
    .where(sql<boolean>`day > (now() at time zone 'UTC')::date - ${REFUSED_TRIES_DAYS}::integer`)
    .orderBy('day')
    .execute();
