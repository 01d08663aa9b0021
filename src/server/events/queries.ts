import { type RawBuilder, sql } from 'kysely';
import type { DuplicateCounts, Event, EventLosses, ListedEvent } from '#contract/events/event.ts';
import type { AutomaticMail } from '#contract/registrations/mail-kind.ts';
import type { RegistrationCounts, RegistrationList } from '#contract/registrations/places.ts';
import { type Db, numberOf, oneRowOf, rowsOf } from '#server/db/connection.ts';
import type { EventRow } from '#server/db/tables.ts';
import { orNotFound } from '#server/errors.ts';
import { presentEvent } from '#server/event-fields.ts';
import { attendedCount, withoutAddress } from '#server/registrations/attendance.ts';
import { boundedRows, confirmedCount, isInList } from '#server/registrations/places.ts';
import { type EventPath, momentsAsText, WIRE_NAMES } from '#server/wire-names.ts';
import { listUnannounced } from './announcements.ts';

export const selectEvent = (db: Db, { seriesId, eventId }: EventPath) =>
  db.selectFrom('events').selectAll().where('id', '=', eventId).where('form_id', '=', seriesId);

/** @throws AppError `not_found` */
export const getEvent = async (db: Db, path: EventPath): Promise<EventRow> =>
  orNotFound(await selectEvent(db, path).executeTakeFirst(), 'Event');

/** Registrations of an event, counted from indexes only, and no further than `max`. */
export const countRegistrations = (db: Db, eventId: string, list: RegistrationList = 'confirmed', max?: number) => numberOf(db)`
  select ${list === 'confirmed' ? confirmedCount(sql`${eventId}`, max) : countIn(eventId, list, max)} as count`;

const countIn = (eventId: string, list: RegistrationList, max?: number): RawBuilder<number> =>
  sql`(select count(*)::integer from ${boundedRows(sql`registrations where event_id = ${eventId} and ${isInList(list, sql`status`)}`, max)})`;

/** Counts repeated addresses of each event; if there are more than `max`, the counts are minimums, and all events are listed. */
export const countDuplicatesInSeries = (db: Db, seriesId: string, max?: number): Promise<DuplicateCounts> => rowsOf<
  DuplicateCounts[number]
>(db)`
  with repeated as materialized (
    select email_key from submissions where form_id = ${seriesId} group by email_key having count(*) > 1
    limit ${max === undefined ? null : max + 1}
  )
  select events.id as event_id, coalesce(counted.duplicates, 0) as duplicates_count, is_minimum
  from events
  cross join (select coalesce(count(*) > ${max ?? null}, false) as is_minimum from repeated) as cap
  left join (
    select event_id, sum(places - 1)::integer as duplicates
    from (
      select registration.event_id, submission.email_key, count(*) as places
      from (select email_key from repeated limit ${max ?? null}) as repeated
      join submissions as submission on submission.form_id = ${seriesId} and submission.email_key = repeated.email_key
      join registrations as registration on registration.submission_id = submission.id and registration.status = 'confirmed'
      group by registration.event_id, submission.email_key
    ) as addresses
    where places > 1
    group by event_id
  ) as counted on counted.event_id = events.id
  where events.form_id = ${seriesId} and (is_minimum or counted.event_id is not null)`;

const NO_OTHERS: RegistrationCounts = { waiting: 0, offered: 0, cancelled: 0, passed_over: 0 };

/** The unconfirmed registrations of each event of a series, from the index that only contains those. */
async function countOthers(db: Db, seriesId: string): Promise<Map<string, Partial<RegistrationCounts>>> {
  const rows = await rowsOf<{ event_id: string; counts: Partial<RegistrationCounts> }>(db)`
    select event_id, json_object_agg(status, count) as counts from (
      select event_id, status::text as status, count(*)::integer as count from registrations
      where status <> 'confirmed' and event_id = any(array(select id from events where form_id = ${seriesId}))
      group by event_id, status
      union all
      select event_id, ${WIRE_NAMES.places.unreachable}, unreachable from event_places where form_id = ${seriesId} and unreachable > 0
    ) as counted group by event_id`;
  return new Map(rows.map(({ event_id: id, counts }) => [id, counts]));
}

interface ListChoice {
  /** Restricts them to visible or hidden ones. */
  readonly isOnForm?: boolean | undefined;
  readonly withDuplicates: boolean;
}

/** Events of a series with their counts: visible ones first, then by date, undated last. */
export async function listEventsOfSeries(db: Db, seriesId: string, { isOnForm, withDuplicates }: ListChoice): Promise<ListedEvent[]> {
  const [rows, others, duplicates] = await Promise.all([
    // One index scan per event takes a quarter of the time of one scan for all.
    rowsOf<EventRow & { readonly submissions: number; readonly attended: number }>(db)`
      select *, ${confirmedCount(sql.ref('events.id'))} as submissions, ${attendedCount(sql.ref('events.id'))} as attended
      from events where form_id = ${seriesId} and ${isOnForm === undefined ? sql`true` : sql`is_on_form = ${isOnForm}`}
      order by is_on_form desc, starts_at, id`,
    countOthers(db, seriesId),
    withDuplicates ? countDuplicatesInSeries(db, seriesId) : undefined,
  ]);
  const counts = new Map(duplicates?.map(({ event_id: id, duplicates_count: count }) => [id, count]));
  const pending = await listUnannounced(db, rows);
  return rows.map((row, index) => ({
    ...presentEvent(row),
    _unannounced: pending[index],
    submissions_count: row.submissions,
    ...(row.attended > 0 ? { attended_count: row.attended } : {}),
    ...(row.closes_when_full || others.has(row.id) ? { registration_counts: { ...NO_OTHERS, ...others.get(row.id) } } : {}),
    ...(withDuplicates ? { duplicates_count: counts.get(row.id) ?? 0 } : {}),
  }));
}

/** What deleting the event would delete, and the submissions that are also in other events; beyond `max` all count as lost. @throws AppError `not_found` */
export async function countEventLosses(db: Db, path: EventPath, max?: number): Promise<EventLosses> {
  const event = await getEvent(db, path);
  const isAhead = event.starts_at === null || event.starts_at > new Date();
  const isMaximum = max !== undefined && (await countRegistrations(db, path.eventId, 'all', max + 1)) > max;
  const elsewhere = sql`(
    select count(*)::integer as kept from registrations as registration
    where registration.event_id = ${path.eventId} and exists (
      select from registrations as other
      where other.submission_id = registration.submission_id
        and other.event_id = any(array(select id from events where form_id = ${path.seriesId} and id <> ${path.eventId}))
    )
  )`;
  // Each part is read from an index alone, the large ones by several processes of the database.
  const losses = await oneRowOf<EventLosses>(db)`
    select case when ${isAhead} then here - cancelled - ${withoutAddress(sql`${path.eventId}::uuid`)} else 0 end as to_tell, here - kept as submissions_lost, kept as submissions_kept
    from (select count(*)::integer as here from registrations where event_id = ${path.eventId}) as registered
    cross join (
      select count(*)::integer as cancelled from registrations where event_id = ${path.eventId} and status = 'cancelled'
    ) as left_out
    cross join ${isMaximum ? sql`(select 0 as kept)` : elsewhere} as elsewhere`;
  return isMaximum ? { ...losses, is_maximum: true } : losses;
}

/** An event as staff see it, with what was not announced yet, and what it sent automatically: when sending began, for which date, and to how many; the mail most people got comes first. */
export async function describeEvent(db: Db, event: EventRow): Promise<Event> {
  const [pending] = await listUnannounced(db, [event]);
  const mails = await rowsOf<{ kind: AutomaticMail; at: Date; for_date: Date; people: number }>(db)`
    select mailing.kind, mailing.begins_at as at, mailing.for_date, coalesce((mailing.counts ->> 'sent')::integer, (
      select count(*)::integer from mailing_people as person join submission_steps as step on step.mailing_person_id = person.id
      where person.mailing_id = mailing.id and step.state = 'succeeded' and not step.is_skipped)) as people
    from mailings as mailing where mailing.event_id = ${event.id} and mailing.kind <> 'mailing' order by people desc, mailing.for_date`;
  return { ...presentEvent(event), _unannounced: pending, ...(mails.length > 0 && { _sent_mails: mails.map(momentsAsText) }) };
}
