import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import type { EventPath } from '#server/features/events/queries.ts';
import type { AttendeeSort, Position, Sorting } from './attendee-cursor.ts';
import { HAS_FAILED_STEP, STATUS_RANK } from './status.ts';

/** Which attendees of an event are asked for. */
export type AttendeeFilter = Pick<PageQuery, 'search' | 'filter' | 'today_from'>;

const MICROSECONDS = sql<number>`(extract(epoch from place.submitted_at) * 1000000)::bigint`;

const SORT_KEYS: Readonly<Record<AttendeeSort, RawBuilder<string | number | null>>> = {
  status: STATUS_RANK,
  name: sql<string>`lower(submission.first_name || ' ' || submission.last_name)`,
  organisation: sql<string>`lower(submission.organisation)`,
  email: sql<string>`submission.email_key`,
  signups_count: sql<number>`address.places`,
  submitted_at: sql<null>`null::text`,
};

/** Text of a visitor as a pattern that matches just this text. */
const patternOf = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const matches = (text: string): RawBuilder<SqlBool> => sql`(
  submission.first_name || ' ' || submission.last_name ilike ${patternOf(text)}
  or submission.organisation ilike ${patternOf(text)} or submission.email ilike ${patternOf(text)})`;

const startOfUtcDay = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

const FILTERS: Readonly<Record<NonNullable<PageQuery['filter']>, (path: EventPath, query: AttendeeFilter) => RawBuilder<SqlBool>>> = {
  today: (_path, { today_from: from = startOfUtcDay() }) => sql`place.submitted_at >= ${from}::timestamptz`,
  duplicates: ({ eventId }) => sql`submission.email_key in (
    select twin.email_key from submission_events as twin_place join submissions as twin on twin.id = twin_place.submission_id
    where twin_place.event_id = ${eventId} group by twin.email_key having count(*) > 1)`,
  failed: () => HAS_FAILED_STEP,
  marketing: () => sql`submission.accepts_marketing`,
  no_marketing: () => sql`not submission.accepts_marketing`,
};

/** The submissions of an event, joined as `submission` with their `place` in it, that match search and filter. */
const selectAttendees = (db: Db, path: EventPath, query: AttendeeFilter) =>
  db
    .selectFrom('submission_events as place')
    .innerJoin('submissions as submission', 'submission.id', 'place.submission_id')
    .where('place.event_id', '=', path.eventId)
    .where('submission.series_id', '=', path.seriesId)
    .$if(query.search !== undefined && query.search.trim() !== '', (select) => select.where(matches(query.search ?? '')))
    .$if(query.filter !== undefined, (select) => select.where(FILTERS[query.filter ?? 'failed'](path, query)));

/** Rows after a position. Ties of the sorted column stand newest first, whichever way it is sorted. */
function isAfter({ sort, direction }: Sorting, { key, time, id }: Position): RawBuilder<SqlBool> {
  const isLater = sql.raw(direction === 'asc' ? '>' : '<');
  const at = sql`(timestamptz 'epoch' + ${time}::double precision * interval '1 microsecond', ${id}::uuid)`;
  const place = sql`(place.submitted_at, place.submission_id)`;
  if (sort === 'submitted_at') return sql`${place} ${isLater} ${at}`;
  const given = typeof key === 'number' ? sql`${key}::bigint` : sql`${key}::text`;
  return sql`(${SORT_KEYS[sort]} ${isLater} ${given} or (${SORT_KEYS[sort]} = ${given} and ${place} < ${at}))`;
}

interface RowsWanted extends AttendeeFilter {
  readonly sorting: Sorting;
  readonly after?: Position | undefined;
  /** Without it, all. */
  readonly limit?: number | undefined;
}

/** Event places of the submission's address: in the whole series, and in this event (decision 4). */
const placesOfAddress = sql<{ places: number; places_here: number }>`(
  select count(*) as places, count(*) filter (where other_place.event_id = place.event_id) as places_here
  from submissions as other join submission_events as other_place on other_place.submission_id = other.id
  where other.series_id = submission.series_id and other.email_key = submission.email_key)`.as<'address'>('address');

/** Attendees of an event in the order asked for. Without sorting it reads one index, as far as the page goes. */
export const selectAttendeeRows = (db: Db, path: EventPath, wanted: RowsWanted) => {
  const { sort, direction } = wanted.sorting;
  const byTime = sort === 'submitted_at' ? direction : 'desc';
  return selectAttendees(db, path, wanted)
    .innerJoinLateral(placesOfAddress, (join) => join.onTrue())
    .selectAll('submission')
    .select(['address.places', 'address.places_here', SORT_KEYS[sort].as('cursor_key'), MICROSECONDS.as('cursor_time')])
    .$if(wanted.after !== undefined, (select) =>
      wanted.after === undefined ? select : select.where(isAfter(wanted.sorting, wanted.after)),
    )
    .$if(sort !== 'submitted_at', (select) => select.orderBy(SORT_KEYS[sort], direction))
    .orderBy('place.submitted_at', byTime)
    .orderBy('place.submission_id', byTime)
    .$if(wanted.limit !== undefined, (select) => select.limit(wanted.limit ?? 0));
};

/** How many submissions of an event match search and filter. */
export async function countAttendees(db: Db, path: EventPath, query: AttendeeFilter): Promise<number> {
  const { count } = await selectAttendees(db, path, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
