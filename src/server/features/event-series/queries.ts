import { sql } from 'kysely';
import type { SeriesLosses } from '#contract/event-series.ts';
import type { Db } from '#server/db/connection.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';

/** What a card of the dashboard is made of (decision 20). */
export interface SeriesCardRow {
  readonly id: string;
  readonly title: string;
  readonly visible_events: number;
  readonly addresses: number;
  readonly next_event: Date | null;
}

/** A day's views of a form: `yyyy-mm-dd`, in UTC (decision 10). */
export interface ViewsOfDay {
  readonly day: string;
  readonly views: number;
}

/** All series, newest first. Reads kept counts only, so that its cost does not grow with the number of sign-ups (architecture, section 4). */
export async function listSeriesCards(db: Db, now: Date): Promise<SeriesCardRow[]> {
  const { rows } = await sql<SeriesCardRow>`
    select series.id, series.title, coalesce(event.visible, 0) as visible_events, coalesce(kept.addresses, 0) as addresses, event.next as next_event
    from event_series as series
    left join series_counts as kept on kept.series_id = series.id
    left join (
      select series_id, count(*) as visible, min(starts_at) filter (where starts_at > ${now}) as next
      from events where is_on_form group by series_id
    ) as event on event.series_id = series.id
    order by series.created_at desc, series.id desc`.execute(db);
  return rows;
}

/** @throws AppError `not_found` */
export async function getSeries(db: Db, seriesId: string): Promise<EventSeriesRow> {
  const row = await db.selectFrom('event_series').selectAll().where('id', '=', seriesId).executeTakeFirst();
  if (row === undefined) throw notFound('Event series');
  return row;
}

/** Distinct addresses among the visible events of a series (decision 4). */
export async function countSignUps(db: Db, seriesId: string): Promise<number> {
  const row = await db.selectFrom('series_counts').select('addresses').where('series_id', '=', seriesId).executeTakeFirst();
  return row?.addresses ?? 0;
}

/** How many events of a series are on its form, and how many are not. */
export async function countEvents(db: Db, seriesId: string): Promise<{ visible: number; hidden: number }> {
  return db
    .selectFrom('events')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('is_on_form', '=', true).as('visible'),
      eb.fn.countAll<number>().filterWhere('is_on_form', '=', false).as('hidden'),
    ])
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow();
}

/** Views of a series' form, one row for each day that has any, oldest first. */
export const listViews = (db: Db, seriesId: string): Promise<ViewsOfDay[]> =>
  db.selectFrom('view_counts').select(['day', 'views']).where('series_id', '=', seriesId).orderBy('day').execute();

/**
 * What the deletion of a series would lose; a sign-up for several of its events counts once (decision 1).
 * @throws AppError `not_found`
 */
export async function countSeriesLosses(db: Db, seriesId: string): Promise<SeriesLosses> {
  const { rows } = await sql<SeriesLosses>`
    select
      (select count(*) from events where series_id = series.id)::integer as events,
      (select count(*) from submissions where series_id = series.id)::integer as submissions,
      (select count(*) from form_fields where series_id = series.id)::integer as fields
    from event_series as series where series.id = ${seriesId}`.execute(db);
  const [losses] = rows;
  if (losses === undefined) throw notFound('Event series');
  return losses;
}
