import { type RawBuilder, sql } from 'kysely';
import type { CancelReason, RegistrationList, RegistrationStatus, StaffRegistration } from '#contract/registrations/places.ts';
import { AUTOMATIC, VISITOR } from '#contract/texts/places.ts';
import { isInList, waitsIn } from '#server/registrations/places.ts';

/** What lists with other than confirmed registrations have of each. */
export interface OtherRegistration {
  readonly submission_id: string;
  readonly submitted_at: Date;
  readonly status: RegistrationStatus;
  readonly list_order: number | null;
  readonly joined_at: Date | null;
  readonly offer_ends_at: Date | null;
  readonly is_unreachable: boolean | null;
}

/** Who waits for a place in the event, from the index that has them in the order of the list, as far as it is read. */
export const queueOf = (eventId: string): RawBuilder<OtherRegistration> => sql`(
  select place.*, entry.list_order, entry.joined_at, entry.offer_ends_at, entry.is_unreachable,
    (row_number() over (order by entry.list_order))::integer as position
  from waiting_entries as entry
  cross join lateral (
    select submission_id, submitted_at, status from registrations
    where event_id = ${eventId} and submission_id = entry.submission_id and status = 'waiting' offset 0
  ) as place
  where entry.event_id = ${eventId})`;

/** Subquery of the registrations for an event that a list other than the confirmed ones has, or of as many as `cap` says. */
export const otherRegistrations = (
  eventId: string,
  list: Exclude<RegistrationList, 'confirmed'>,
  cap: RawBuilder<unknown>,
): RawBuilder<OtherRegistration> => sql`(
  select listed.*, entry.list_order, entry.joined_at, entry.offer_ends_at, entry.is_unreachable
  from (
    select submission_id, submitted_at, status from registrations where event_id = ${eventId} and ${isInList(list, sql`status`)} ${cap}
  ) as listed
  left join waiting_entries as entry on entry.event_id = ${eventId} and entry.submission_id = listed.submission_id)`;

/** The position of `registration` on the waiting list; those who wait are read once for all rows, in their order. */
const positionIn = (eventId: string): RawBuilder<number | null> => sql`
  case when registration.status = 'waiting' then width_bucket(registration.list_order, array(
    select entry.list_order from waiting_entries as entry where entry.event_id = ${eventId} and ${waitsIn([eventId])} order by entry.list_order)) end`;

interface RegistrationJson extends Pick<OtherRegistration, 'status' | 'is_unreachable'> {
  readonly position: number | null;
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

/** What the position of a registration is read from: the rows of `queueOf` have it; those of an export do not need it. */
export type PositionSource = 'row' | 'list' | 'none';

const POSITIONS: Readonly<Record<PositionSource, (eventId: string) => RawBuilder<number | null>>> = {
  row: () => sql`registration.position`,
  list: positionIn,
  none: () => sql`null`,
};

/** What staff read of `registration`, of a list other than the confirmed ones; null when it is confirmed in an event without a limit. */
export const registrationOf = (eventId: string, position: PositionSource): RawBuilder<RegistrationJson | null> => sql`
  case when registration.status <> 'confirmed' or exists (select from event_places where event_places.event_id = ${eventId}) then json_build_object(
    'status', registration.status, 'position', ${POSITIONS[position](eventId)}, 'joined_at', registration.joined_at,
    'offer_ends_at', registration.offer_ends_at, 'is_unreachable', registration.is_unreachable,
    'cancellation', case when registration.status = 'cancelled' then ${cancellationIn(eventId)} end) end`;

const moment = (json: string | null = null): string | null => (json === null ? null : new Date(json).toISOString());

/** A registration as staff read it. */
export const presentRegistration = (row: RegistrationJson): StaffRegistration => ({
  status: row.status,
  position: row.position,
  waiting_since: moment(row.joined_at),
  offer_ends_at: moment(row.offer_ends_at),
  mail_failed: row.is_unreachable ?? false,
  cancelled_at: moment(row.cancellation?.at),
  cancelled_by: row.cancellation?.by ?? null,
  reason: row.cancellation?.reason ?? null,
});
