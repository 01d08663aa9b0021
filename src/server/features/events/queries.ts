import { sql } from 'kysely';
import type { ListedEvent } from '#contract/event.ts';
import type { Db } from '#server/db/connection.ts';
import type { EventRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { type EventCounts, presentListedEvent } from './present.ts';

/** The whole path to an event; an event of another series is not found under it. */
export interface EventPath {
  readonly seriesId: string;
  readonly eventId: string;
}

/** @throws AppError `not_found` */
export async function getEvent(db: Db, { seriesId, eventId }: EventPath): Promise<EventRow> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', eventId).where('series_id', '=', seriesId).executeTakeFirst();
  if (row === undefined) throw notFound('Event');
  return row;
}

/** Submissions of an event: one index is read, no row. */
export async function countPlaces(db: Db, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('submission_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Submissions, and those among them that repeat an address, of each of these events; an event without any is not in the map. */
export async function countSubmissions(db: Db, eventIds: readonly string[]): Promise<Map<string, EventCounts>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await sql<{ event_id: string } & EventCounts>`
    select event_id, sum(places)::integer as submissions, (sum(places) - count(*))::integer as duplicates
    from (
      select place.event_id, submission.email_key, count(*) as places
      from submission_events as place join submissions as submission on submission.id = place.submission_id
      where place.event_id = any(${eventIds}::uuid[])
      group by place.event_id, submission.email_key
    ) as addresses
    group by event_id`.execute(db);
  return new Map(rows.map(({ event_id, submissions, duplicates }) => [event_id, { submissions, duplicates }]));
}

/** Events of a series with their counts: visible ones first, then by date, undated last (decision 5). `isOnForm` picks one of the two groups. */
export async function listEventsOfSeries(db: Db, seriesId: string, isOnForm?: boolean): Promise<ListedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', seriesId)
    .$if(isOnForm !== undefined, (query) => query.where('is_on_form', '=', isOnForm === true))
    .orderBy('is_on_form', 'desc')
    .orderBy('starts_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const counts = await countSubmissions(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentListedEvent(row, counts.get(row.id)));
}

/**
 * How many sign-ups the deletion of an event would lose, because they are in no other, and how many would stay in others (decision 1).
 * @throws AppError `not_found`
 */
export async function countEventLosses(db: Db, path: EventPath): Promise<{ submissions_lost: number; submissions_kept: number }> {
  await getEvent(db, path);
  const { rows } = await sql<{ submissions_lost: number; submissions_kept: number }>`
    select count(*) filter (where not is_elsewhere)::integer as submissions_lost, count(*) filter (where is_elsewhere)::integer as submissions_kept
    from (
      select exists (
        select from submission_events as other
        where other.submission_id = place.submission_id and other.event_id <> place.event_id
      ) as is_elsewhere
      from submission_events as place where place.event_id = ${path.eventId}
    ) as places`.execute(db);
  return rows[0] ?? { submissions_lost: 0, submissions_kept: 0 };
}
