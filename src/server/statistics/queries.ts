import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import { type FormStatistics, rateOf, type Statistics } from '#contract/statistics.ts';
import { type Db, rowOf, rowsOf } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { FORM_NAMES, isForm, isNotDeleted, isOf } from '#server/form-store/form-rows.ts';
import * as forms from '#server/forms/queries.ts';
import { attendedCount, walkInsAmong } from '#server/registrations/attendance.ts';
import { confirmedCount } from '#server/registrations/places.ts';
import { isEventOver } from '#server/registrations/status.ts';

interface StatisticsQuestion {
  readonly form: FormRef;
  readonly from: string;
  readonly to: string;
  /** The range to compare with. */
  readonly before: { readonly from: string; readonly to: string };
  readonly zone: string;
  /** The day that counts as today there, as yyyy-mm-dd. */
  readonly today: string;
}

/** Views and sign-ups of a range of days, both included. */
const figuresOf = (form: FormRef, { from, to }: { readonly from: string; readonly to: string }) => sql`json_build_object(
  'signups', (select coalesce(sum(count), 0)::integer from daily where day between ${from}::date and ${to}::date),
  'views', (select coalesce(sum(views), 0)::integer from view_counts where ${isOf(form)} and day between ${from}::date and ${to}::date))`;

/** Sign-ups of a month in four weeks: day / 7 rounded down, days 28 to 31 in the fourth (D8). */
const weeksOf = (monthStart: ReturnType<typeof sql>) => sql`
  select json_agg(coalesce(counted.signups, 0) order by week) as counts
  from generate_series(0, 3) as week
  left join (
    select least(extract(day from day)::integer / 7, 3) as week, sum(count)::integer as signups
    from daily where day >= ${monthStart} and day < ${monthStart} + interval '1 month' group by 1
  ) as counted using (week)`;

/** Each submission counts once. Days are ranges of the index, at half the time of computing each one's day; deleted and emptied ones are subtracted. @throws AppError `not_found` */
export async function getStatistics(db: Db, { form, zone, from, to, before, today }: StatisticsQuestion): Promise<FormStatistics> {
  const thisMonth = sql`date_trunc('month', ${today}::timestamp)::date`;
  const lastMonth = sql`(date_trunc('month', ${today}::timestamp) - interval '1 month')::date`;
  const isOfDay = sql`submitted_at >= day at time zone ${zone} and submitted_at < (day + interval '1 day') at time zone ${zone}`;
  const row = await rowOf<Omit<FormStatistics, 'signup_rate'>>(db)`
    with removed as materialized (
      select distinct submissions.id, submissions.submitted_at
      from deletions join registrations as registration on registration.event_id = deletions.id
      join submissions on submissions.id = registration.submission_id
      where deletions.form_id = ${form.id} and not ${isNotDeleted(sql.ref('submissions.id'))}
      union
      select id, submitted_at from submissions where ${isOf(form)} and email_key = ''
    ),
    daily as materialized (
      select day::date, counted.count
      from generate_series(
        (select min(submitted_at) at time zone ${zone} from submissions where ${isOf(form)})::date::timestamp,
        (select max(submitted_at) at time zone ${zone} from submissions where ${isOf(form)}),
        interval '1 day'
      ) as day
      cross join lateral (
        select (select count(*) from submissions where ${isOf(form)} and ${isOfDay})::integer
          - (select count(*) from removed where ${isOfDay})::integer as count
      ) as counted
      where counted.count > 0
    ),
    months as (
      select to_char(month, 'YYYY-MM') as month, coalesce(sum(daily.count), 0)::integer as signups
      from generate_series(least(date_trunc('month', (select min(day)::timestamp from daily)), ${thisMonth}::timestamp), ${thisMonth}::timestamp, interval '1 month') as month
      left join daily on daily.day >= month and daily.day < month + interval '1 month'
      group by month
    ),
    days as (
      select to_char(moment, 'YYYY-MM-DD') as day, coalesce(daily.count, 0) as count
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as moment
      left join daily on daily.day = moment::date
    ),
    viewed as (
      select coalesce(sum(views) filter (where day >= ${thisMonth} and day < ${thisMonth} + interval '1 month'), 0)::integer as this_month,
        coalesce(sum(views) filter (where day >= ${lastMonth} and day < ${thisMonth}), 0)::integer as last_month
      from view_counts where ${isOf(form)}
    )
    select
      (select json_agg(json_build_object('month', month, 'signups', signups) order by month desc) from months) as months,
      json_build_object('day', extract(day from ${today}::date)::integer, 'last_month', (select coalesce(sum(count), 0)::integer
        from daily where day >= ${lastMonth} and day < least(${lastMonth} + extract(day from ${today}::date)::integer, ${thisMonth}))) as so_far,
      (select json_build_object('this_month', this_month, 'last_month', last_month) from viewed) as views,
      json_build_object('this_month', (${weeksOf(thisMonth)}), 'last_month', (${weeksOf(lastMonth)})) as weeks,
      (select coalesce(json_agg(json_build_object('day', day, 'count', count) order by day), '[]'::json) from days) as days,
      ${figuresOf(form, { from, to })} as range, ${figuresOf(form, before)} as before
    from forms where ${isForm(form)}`;
  if (row === undefined) throw notFound(FORM_NAMES[form.kind]);
  const [thisMonths, lastMonths] = row.months;
  return {
    ...row,
    signup_rate: {
      this_month: rateOf({ signups: thisMonths?.signups, views: row.views.this_month }),
      last_month: rateOf({ signups: lastMonths?.signups, views: row.views.last_month }),
    },
  };
}

export async function countEvents(db: Db, seriesId: string): Promise<Statistics['events']> {
  const { visible_events_count: ongoing, hidden_events_count: completed } = await forms.countEvents(db, seriesId);
  return { total: ongoing + completed, ongoing, completed };
}

/** The places of the limited events of a series, in the order of their dates; undefined when there is none. */
export async function listPlaces(db: Db, seriesId: string): Promise<Statistics['places']> {
  const registered = (status: RegistrationStatus) =>
    sql`(select count(*)::integer from registrations where event_id = event.id and status = ${sql.lit(status)})`;
  const changed = (...kinds: ChangeKind[]) =>
    sql`(select count(*)::integer from registration_changes where event_id = event.id and kind in (${sql.join(kinds)}))`;
  const rows = await rowsOf<Omit<NonNullable<Statistics['places']>[number], 'date'> & { readonly startsAt: Date | null }>(db)`
    select event.id as event_id, event.title as event_title, event.starts_at as "startsAt", event.maximum_participants as maximum, ${confirmedCount(sql.ref('event.id'))} as confirmed,
      ${registered('offered')} as offered, ${registered('waiting')} as waiting, ${registered('cancelled')} as cancelled,
      ${changed('accepted', 'promoted')} as from_waiting_list, ${changed('declined', 'expired')} as offers_not_taken
    from events as event where event.form_id = ${seriesId} and event.closes_when_full
    order by event.starts_at nulls last, event.id`;
  return rows.length === 0 ? undefined : rows.map(({ startsAt, ...row }) => ({ ...row, date: startsAt?.toISOString() ?? null }));
}

type Attendance = NonNullable<Statistics['attendance']>[number];

/** Who came to the events of a series that are over and in which attendance is in use, newest first; undefined when there is none. */
export async function listAttendance(db: Db, seriesId: string, timeZone: string): Promise<Statistics['attendance']> {
  const rows = await rowsOf<Omit<Attendance, 'date'> & { readonly startsAt: Date; readonly endsAt: Date | null }>(db)`
    select event.id as event_id, event.title as event_title, event.starts_at as "startsAt", event.ends_at as "endsAt",
      ${confirmedCount(sql.ref('event.id'))} as confirmed, ${attendedCount(sql.ref('event.id'))} as came, ${walkInsAmong(sql.ref('event.id'))} as walk_ins,
      (select case when count(*) > 0 then json_build_object('mean', avg(rating)::float8, 'count', count(*)) end
        from feedback_entries where feedback_entries.event_id = event.id) as rating
    from events as event
    where event.form_id = ${seriesId} and event.starts_at <= now() and ${attendedCount(sql.ref('event.id'))} > 0
    order by event.starts_at desc, event.id`;
  const over = rows.flatMap(({ startsAt, endsAt, ...row }): Attendance[] =>
    isEventOver({ startsAt, endsAt }, timeZone) ? [{ ...row, date: startsAt.toISOString() }] : [],
  );
  return over.length === 0 ? undefined : over;
}
