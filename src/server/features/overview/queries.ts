import { type RawBuilder, sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Overview } from '#contract/overview.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import { FORM_COLUMNS, FORM_TABLES } from '#server/db/form-tables.ts';
import { confirmedCount } from '#server/db/registrations/places.ts';

const NEXT_EVENTS = 3;

/** The sign-ups of each series or form since a moment, each counted in a range of its index. */
const signUpsSince = (kind: FormRef['kind'], from: string): RawBuilder<Overview['today'][number]> => sql`
  select ${kind} as kind, form.id, form.title, counted.signups
  from ${sql.table(FORM_TABLES[kind])} as form
  cross join lateral (
    select count(*)::integer as signups from submissions
    where ${sql.ref(FORM_COLUMNS[kind])} = form.id and submitted_at >= ${from}::timestamptz and email_key <> '' and ${isNotDeleted(sql.ref('submissions.id'))}
  ) as counted
  where counted.signups > 0`;

/** Series and marketing forms with sign-ups since a moment, most first. */
export async function listFormsWithSignUps(db: Db, from: string): Promise<Overview['today']> {
  const { rows } = await sql<Overview['today'][number]>`
    ${signUpsSince('series', from)} union all ${signUpsSince('form', from)} order by signups desc, title, id`.execute(db);
  return rows;
}

/** The next events on a form over all series, soonest first, with their confirmed registrations. */
export async function listNextEvents(db: Db, now: Date): Promise<Overview['next_events']> {
  const { rows } = await sql<Omit<Overview['next_events'][number], 'date' | 'end_date'> & { date: Date; end_date: Date | null }>`
    select next.id, next.title as event_title, next.starts_at as date, next.ends_at as end_date, next.series_id, series.title as series_title,
      ${confirmedCount(sql.ref('next.id'))} as signups_count
    from (
      select * from events where is_on_form and starts_at > ${now} order by starts_at, id limit ${NEXT_EVENTS}
    ) as next join event_series as series on series.id = next.series_id
    order by next.starts_at, next.id`.execute(db);
  return rows.map((row) => ({ ...row, date: row.date.toISOString(), end_date: row.end_date?.toISOString() ?? null }));
}
