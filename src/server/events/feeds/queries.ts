import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CalendarFeed } from '#contract/events/calendar.ts';
import { type Db, PREPARED, rowOf, rowsOf, valueOf } from '#server/db/connection.ts';
import { orNotFound } from '#server/errors.ts';
import { PUBLIC_DETAILS } from '#server/event-fields.ts';
import type { StaffUser } from '#server/services/identity-token.ts';
import type { DatedEvent, VisitorEvent } from '../calendar.ts';

/** A feed ends this long after its owner was last seen. */
const OWNER_SEEN_DAYS = 90;
/** A feed includes the events of this many past days. */
const PAST_DAYS = 90;
const EMPTY = '0---';
/** In UTC, as staff see it, whatever the session's time zone. */
export const TODAY = sql<string>`(now() at time zone 'utc')::date`;

/** An event as visitors may add it to their calendars, without its link to join. @throws AppError `not_found` */
export async function getPublicEntry(db: Db, { seriesId, eventId }: { seriesId: string; eventId: string }): Promise<VisitorEvent> {
  const event = await rowOf<VisitorEvent>(db)`
    select event.id, ${PUBLIC_DETAILS}, event.calendar_sequence as sequence, series.id as "seriesId", series.title as "seriesTitle"
    from events as event join forms as series on series.id = event.form_id
    where event.id = ${eventId} and series.id = ${seriesId} and event.is_on_form and event.cancelled_at is null and event.starts_at is not null and series.calendar_entries`;
  return orNotFound(event, 'Calendar entry');
}

/** Whether a feed is this person's: of the same subject, since an address may have been given to someone new. */
export const isFeedOf = ({ subject }: StaffUser): RawBuilder<SqlBool> => sql`owner_subject = ${subject}`;

/** The feeds of a member of staff, oldest first. */
export const listFeeds = (db: Db, owner: StaffUser): Promise<CalendarFeed[]> => rowsOf<CalendarFeed>(db)`
  select feed.id, feed.form_id as series_id, series.title as series_title, to_char(feed.read_on, 'YYYY-MM-DD') as read_on
  from calendar_feeds as feed left join forms as series on series.id = feed.form_id
  where ${isFeedOf(owner)} order by feed.created_at, feed.id`;

export interface ReadableFeed {
  readonly id: string;
  readonly ownerEmail: string;
  readonly seriesId: string | null;
  readonly seriesTitle: string | null;
  readonly wasReadToday: boolean;
}

/** The feed of a token, unless its owner was last seen too long ago. */
export const findFeed = (db: Db, digest: Buffer): Promise<ReadableFeed | undefined> => rowOf<ReadableFeed>(db)`${PREPARED}
  select feed.id, feed.owner_email as "ownerEmail", feed.form_id as "seriesId", series.title as "seriesTitle",
    feed.read_on is not distinct from ${TODAY} as "wasReadToday"
  from calendar_feeds as feed left join forms as series on series.id = feed.form_id
  where feed.token_hash = ${digest} and feed.owner_seen_on >= ${TODAY} - ${OWNER_SEEN_DAYS}::integer`;

export interface FeedEvent extends DatedEvent {
  readonly isOnForm: boolean;
  readonly seriesId: string;
  readonly seriesTitle: string;
  readonly confirmed: number;
  /** Null for an event that is not limited. */
  readonly capacity: number | null;
  readonly waiting: number | null;
  /** Changes with what a feed says about the event. */
  readonly revision: string;
}

/** The events of a feed, as `shown`, and their `ids`. */
const eventsOfFeed = (seriesId: string | null) => sql`
  with shown as materialized (
    select event.id, event.version, series.version as series_version, places.capacity, places.waiting
    from events as event
    join forms as series on series.id = event.form_id
    left join event_places as places on places.event_id = event.id
    where ${seriesId === null ? sql`true` : sql`event.form_id = ${seriesId}`}
      and coalesce(event.ends_at, event.starts_at) >= now() - make_interval(days => ${PAST_DAYS})
  ), ids as materialized (select array_agg(id) as ids from shown)`;

const OF_SHOWN = sql`event_id = any((select ids from ids)::uuid[])`;

/** A digest of `shown` and of the counts of its events: each sum has an event's hash once for each registration, or each that is not confirmed. */
const digestOf = (registered: RawBuilder<unknown>, others: RawBuilder<unknown>) => sql`
  select concat(count(*), '-',
    sum(uuid_hash_extended(id, hashint4extended(version, hashint4extended(series_version, coalesce(waiting, -1))))),
    '-', (${registered}), '-', (${others})) as digest
  from shown`;

/** Changes with what a feed says about its events. Registrations are summed rather than grouped, since grouping takes as long again as reading them. */
export async function digestFeedEvents(db: Db, seriesId: string | null): Promise<string> {
  const hashes = sql`select sum(uuid_hash(event_id)) from registrations where ${OF_SHOWN}`;
  const digest = await valueOf<string>(db)`${PREPARED}
    ${eventsOfFeed(seriesId)}
    ${digestOf(hashes, sql`${hashes} and status <> 'confirmed'`)}`;
  return digest ?? EMPTY;
}

const HASHES = sql`select sum(count * uuid_hash(event_id)::bigint)`;

/** The events of a feed, of one series or of all, and their digest. Each index is read once for all of them, since a lookup for each takes longer. */
export async function listFeedEvents(db: Db, seriesId: string | null): Promise<{ readonly events: FeedEvent[]; readonly digest: string }> {
  const events = await rowsOf<FeedEvent & { readonly digest: string }>(db)`
    ${PREPARED} ${eventsOfFeed(seriesId)}, registered as materialized (
      select event_id, count(*)::integer as count from registrations where ${OF_SHOWN} group by event_id
    ), others as materialized (
      select event_id, count(*)::integer as count from registrations where ${OF_SHOWN} and status <> 'confirmed' group by event_id
    ), digested as (
      ${digestOf(sql`${HASHES} from registered`, sql`${HASHES} from others`)}
    ), listed as (
      select shown.*, coalesce(registered.count, 0) - coalesce(others.count, 0) as confirmed
      from shown left join registered on registered.event_id = shown.id left join others on others.event_id = shown.id
    )
    select event.id, ${PUBLIC_DETAILS}, event.calendar_sequence as sequence, event.is_on_form as "isOnForm", series.id as "seriesId",
      series.title as "seriesTitle", capacity, waiting, confirmed,
      concat_ws(' ', event.version, series.version, capacity, waiting, confirmed) as revision, digested.digest
    from listed join events as event on event.id = listed.id join forms as series on series.id = event.form_id cross join digested
    order by event.starts_at, event.id`;
  return { events, digest: events[0]?.digest ?? EMPTY };
}
