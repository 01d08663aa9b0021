import { type RawBuilder, sql } from 'kysely';
import type { CancelReason, RegistrationList, RegistrationStatus, StaffRegistration } from '#contract/registrations/places.ts';
import { AUTOMATIC, VISITOR } from '#contract/texts/places.ts';
import { isInList } from '#server/db/registrations/places.ts';

/** What lists with other than confirmed registrations have of each. */
export interface OtherRegistration {
  readonly submission_id: string;
  readonly submitted_at: Date;
  readonly status: RegistrationStatus;
  readonly position: number | null;
  readonly list_order: number | null;
  readonly joined_at: Date | null;
  readonly offer_ends_at: Date | null;
  readonly is_passed_over: boolean | null;
}

/** Who waits for a place in the event or has an offer, from the index that has them in the order of the list, as far as it is read. */
const queueOf = (eventId: string): RawBuilder<unknown> => sql`(
  select place.*, entry.list_order, entry.joined_at, entry.offer_ends_at, entry.is_passed_over,
    case when place.status = 'waiting' then (count(*) filter (where place.status = 'waiting') over (order by entry.list_order))::integer end as position
  from waiting_entries as entry
  cross join lateral (
    select submission_id, submitted_at, status from submission_events
    where event_id = ${eventId} and submission_id = entry.submission_id offset 0
  ) as place
  where entry.event_id = ${eventId})`;

/** All who are registered for the event, or as many as `cap` says; the list of those who wait is read once, however many they are. */
const everyoneIn = (eventId: string, cap: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with queue as materialized ${queueOf(eventId)}
  select listed.submission_id, listed.submitted_at, listed.status,
    queue.list_order, queue.joined_at, queue.offer_ends_at, queue.is_passed_over, queue.position
  from (select * from submission_events where event_id = ${eventId} ${cap}) as listed left join queue using (submission_id))`;

/** Subquery of the registrations for an event that a list other than the confirmed ones has. */
export const otherRegistrations = (
  eventId: string,
  list: Exclude<RegistrationList, 'confirmed'>,
  cap: RawBuilder<unknown>,
): RawBuilder<OtherRegistration> =>
  sql`(
    select * from ${list === 'waiting' || list === 'offered' ? queueOf(eventId) : everyoneIn(eventId, list === 'all' ? cap : sql``)} as other
    where ${isInList(list, sql`other.status`)})`;

interface RegistrationJson extends Pick<OtherRegistration, 'status' | 'position' | 'is_passed_over'> {
  readonly joined_at: string | null;
  readonly offer_ends_at: string | null;
  readonly cancellation: { readonly at: string; readonly by: string; readonly reason: CancelReason } | null;
}

/** Subquery of the change by which `registration` was cancelled. */
const cancellationIn = (eventId: string) => sql`(
  select json_build_object(
    'at', change.at,
    'by', coalesce(change.actor_name, case change.actor when 'visitor' then ${VISITOR} else ${AUTOMATIC} end),
    'reason', coalesce(change.details ->> 'reason', case change.kind when 'cancelled' then change.actor when 'repeated' then 'repeat' else change.kind end))
  from registration_changes as change
  where change.submission_id = registration.submission_id and (
    change.event_id = ${eventId} and (change.kind in ('cancelled', 'declined', 'expired', 'repeated') or change.details ? 'reason')
    or change.details -> 'left' ? ${eventId})
  order by change.at desc, change.id desc limit 1)`;

/** What staff read of `registration`, of a list other than the confirmed ones; null when it is confirmed in an event without a limit. */
export const registrationOf = (eventId: string, withPosition: boolean): RawBuilder<RegistrationJson | null> => sql`
  case when registration.status <> 'confirmed' or exists (select from event_places where event_places.event_id = ${eventId}) then json_build_object(
    'status', registration.status, 'position', ${withPosition ? sql`registration.position` : sql`null`}, 'joined_at', registration.joined_at,
    'offer_ends_at', registration.offer_ends_at, 'is_passed_over', registration.is_passed_over,
    'cancellation', case when registration.status = 'cancelled' then ${cancellationIn(eventId)} end) end`;

const moment = (json: string | null = null): string | null => (json === null ? null : new Date(json).toISOString());

/** A registration as staff read it. */
export const presentRegistration = (row: RegistrationJson): StaffRegistration => ({
  status: row.status,
  position: row.position,
  waiting_since: moment(row.joined_at),
  offer_ends_at: moment(row.offer_ends_at),
  mail_failed: row.is_passed_over ?? false,
  cancelled_at: moment(row.cancellation?.at),
  cancelled_by: row.cancellation?.by ?? null,
  reason: row.cancellation?.reason ?? null,
});
