import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterCounts, PageQuery } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { containing } from '#server/db/like-pattern.ts';
import { HAS_FAILED_STEP } from './status.ts';
import { belongsTo, getOwner, placesIn, type SubmissionList } from './submission-list.ts';

/** Which submissions of a list are asked for. */
export interface AttendeeFilter extends Pick<PageQuery, 'search' | 'filter' | 'today_from'> {
  /** Only these of them. */
  readonly ids?: readonly string[] | undefined;
}

type FilterName = NonNullable<PageQuery['filter']>;
type CountsQuery = Pick<PageQuery, 'search' | 'today_from'>;

function matches(text: string): RawBuilder<SqlBool> {
  const pattern = containing(text.trim());
  return sql`(
    submission.first_name || ' ' || submission.last_name ilike ${pattern}
    or submission.organisation ilike ${pattern} or submission.email ilike ${pattern})`;
}

const startOfUtcDay = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

const FILTERS: Readonly<Record<FilterName, (list: SubmissionList, query: AttendeeFilter) => RawBuilder<SqlBool>>> = {
  today: (_list, { today_from: from = startOfUtcDay() }) => sql`place.submitted_at >= ${from}::timestamptz`,
  duplicates: (list) => sql`submission.email_key in (
    select twin.email_key from ${placesIn(list)} as twin_place join submissions as twin on twin.id = twin_place.submission_id
    group by twin.email_key having count(*) > 1)`,
  failed: () => HAS_FAILED_STEP,
  marketing: () => sql`submission.accepts_marketing`,
  no_marketing: () => sql`not submission.accepts_marketing`,
};

/** The submissions of a list, joined as `submission` with their `place` in it, that match search and filter. */
export const selectAttendees = (db: Db, list: SubmissionList, query: AttendeeFilter) =>
  db
    .selectFrom(placesIn(list).as<'place'>('place'))
    .innerJoin('submissions as submission', 'submission.id', 'place.submission_id')
    .where(belongsTo(list))
    .$if(query.search !== undefined && query.search.trim() !== '', (select) => select.where(matches(query.search ?? '')))
    .$if(query.ids !== undefined, (select) => select.where(sql<SqlBool>`place.submission_id = any(${query.ids ?? []}::uuid[])`))
    .$if(query.filter !== undefined, (select) => select.where(FILTERS[query.filter ?? 'failed'](list, query)));

/** How many submissions of a list match search and filter. */
export async function countAttendees(db: Db, list: SubmissionList, query: AttendeeFilter): Promise<number> {
  const { count } = await selectAttendees(db, list, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums over the groups of addresses; none of them sum to nothing. */
const sumOf = (count: string) => sql<number>`coalesce(sum(${sql.ref(`address.${count}`)}), 0)::integer`;

/**
 * How many submissions of a list each filter leaves, among those that match the search, in one pass over the list: grouped by
 * address, since who is a duplicate hangs on all of them.
 * @throws AppError `not_found` without such an event or form
 */
export async function countByFilter(db: Db, list: SubmissionList, { search = '', ...query }: CountsQuery): Promise<FilterCounts> {
  await getOwner(db, list);
  const isFound = search.trim() === '' ? sql<SqlBool>`true` : matches(search);
  // The filter first: it is the cheaper one, and spares most rows the search.
  const countOf = (filter: FilterName) => sql<number>`count(*) filter (where ${FILTERS[filter](list, query)} and ${isFound})`;
  const addresses = selectAttendees(db, list, {})
    .select((eb) => [
      eb.fn.countAll<number>().as('places'),
      eb.fn.countAll<number>().filterWhere(isFound).as('found'),
      countOf('today').as('today'),
      countOf('failed').as('failed'),
      countOf('marketing').as('marketing'),
    ])
    .groupBy('submission.email_key');
  const { all, marketing, ...counts } = await db
    .selectFrom(addresses.as('address'))
    .select([
      sumOf('found').as('all'),
      sumOf('today').as('today'),
      sql<number>`coalesce(sum(address.found) filter (where address.places > 1), 0)::integer`.as('duplicates'),
      sumOf('failed').as('failed'),
      sumOf('marketing').as('marketing'),
    ])
    .executeTakeFirstOrThrow();
  return { all, ...counts, marketing, no_marketing: all - marketing };
}
