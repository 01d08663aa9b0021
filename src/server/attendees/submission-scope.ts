import { type RawBuilder, sql } from 'kysely';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { CancelReason, CancelWhy, RegistrationList, RegistrationStatus, StaffRegistration } from '#contract/registrations/places.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import { type Db, hasRows } from '#server/db/connection.ts';
import type { Row } from '#server/db/tables.ts';
import { getEvent } from '#server/events/queries.ts';
import { isEventNotDeleted } from '#server/form-store/form-rows.ts';
import { getForm } from '#server/forms/queries.ts';
import { isInList } from '#server/registrations/places.ts';
import { hasNoOffer } from '#server/registrations/waiting-list.ts';
import { momentFrom } from '#server/wire-names.ts';

/** The data of each registration in the lists of unconfirmed ones. */
interface OtherRegistration extends Registration {
  readonly status: RegistrationStatus;
  readonly list_order: number | null;
  readonly joined_at: Date | null;
  readonly offer_ends_at: Date | null;
  readonly is_unreachable: boolean | null;
  readonly is_held_back: boolean | null;
}

/** People waiting for a place at the event, from the index that has them in order, read only as far as needed. */
const queueOf = (eventId: string): RawBuilder<OtherRegistration> => sql`(
  select registration.*, entry.list_order, entry.joined_at, entry.offer_ends_at, entry.is_unreachable, entry.is_held_back,
    (row_number() over (order by entry.list_order))::integer as position
  from waiting_entries as entry
  cross join lateral (
    select submission_id, submitted_at, attended_at, status from registrations
    where event_id = ${eventId} and submission_id = entry.submission_id and status = 'waiting' offset 0
  ) as registration
  where entry.event_id = ${eventId})`;

/** Subquery of the registrations for an event that a list other than the confirmed ones has, or of as many as `cap` says. */
const otherRegistrations = (
  eventId: string,
  list: Exclude<RegistrationList, 'confirmed'>,
  cap: RawBuilder<unknown>,
) => sql<OtherRegistration>`(
  select listed.*, entry.list_order, entry.joined_at, entry.offer_ends_at, entry.is_unreachable, entry.is_held_back
  from (
    select submission_id, submitted_at, attended_at, status from registrations where event_id = ${eventId} and ${isInList(list, sql`status`)} ${cap}
  ) as listed
  left join waiting_entries as entry on entry.event_id = ${eventId} and entry.submission_id = listed.submission_id)`;

/** The position of `registration` on the waiting list; people waiting are read once for all rows, in order. */
export const positionIn = (eventId: string, listOrder = sql`registration.list_order`): RawBuilder<number | null> => sql`
  case when registration.status = 'waiting' then width_bucket(${listOrder}, array(
    select entry.list_order from waiting_entries as entry where entry.event_id = ${eventId} and ${hasNoOffer([eventId])} order by entry.list_order)) end`;

interface RegistrationJson extends Pick<OtherRegistration, 'status' | 'is_unreachable' | 'is_held_back'> {
  readonly position: number | null;
  readonly joined_at: string | null;
  readonly offer_ends_at: string | null;
  readonly cancellation: {
    readonly at: string;
    readonly by: string;
    readonly reason: CancelReason;
    readonly why: CancelWhy | null;
    readonly why_note: string | null;
  } | null;
}

/** How a `registration` for an event was cancelled, as an object; null if the history does not say. */
export const cancellationIn = (eventId: string) => sql`(
  select json_build_object(
    'at', change.at,
    'by', coalesce(change.actor_name, case change.actor when 'visitor' then 'Visitor' else 'Automatic' end),
    'reason', coalesce(case when change.details ? 'added' then 'moved' end, change.details ->> 'reason', case change.kind when 'cancelled' then change.actor when 'repeated' then 'repeat' else change.kind end),
    'why', change.details ->> 'why', 'why_note', change.details ->> 'why_note')
  from registration_changes as change
  where change.submission_id = registration.submission_id and (
    change.event_id = ${eventId} and (change.kind in ('cancelled', 'declined', 'expired', 'repeated') or change.details ? 'reason')
    or change.details -> 'left' ? ${eventId})
  order by change.at desc, change.id desc limit 1)`;

/** What staff see of `registration` in a list other than that of confirmed ones; null if it is confirmed in an event without a limit. */
export const registrationOf = (
  eventId: string,
  position: RawBuilder<number | null> = positionIn(eventId),
): RawBuilder<RegistrationJson | null> => sql`
  case when registration.status <> 'confirmed' or exists (select from event_places where event_places.event_id = ${eventId}) then json_build_object(
    'status', registration.status, 'position', ${position}, 'joined_at', registration.joined_at,
    'offer_ends_at', registration.offer_ends_at, 'is_unreachable', registration.is_unreachable, 'is_held_back', registration.is_held_back,
    'cancellation', case when registration.status = 'cancelled' then ${cancellationIn(eventId)} end) end`;

const NOT_CANCELLED = { at: null, by: null, reason: null, why: null, why_note: null };

export function presentRegistration(row: RegistrationJson): StaffRegistration {
  const { at, by, reason, why, why_note } = row.cancellation ?? NOT_CANCELLED;
  return {
    status: row.status,
    position: row.position,
    waiting_since: momentFrom(row.joined_at),
    offer_ends_at: momentFrom(row.offer_ends_at),
    mail_failed: row.is_unreachable ?? false,
    mail_held_back: row.is_held_back ?? false,
    cancelled_at: momentFrom(at),
    cancelled_by: by,
    reason,
    why,
    why_note,
  };
}

/** @throws AppError `not_found` */
export const getScopeOwner = (
  db: Db,
  scope: AttendeeScope,
): Promise<{ readonly id: string; readonly title: string; readonly closes_when_full?: boolean }> =>
  scope.kind === 'marketing' ? getForm(db, scope) : getEvent(db, { seriesId: scope.id, eventId: scope.eventId });

/** `attended_at` is null for a submission of a marketing form. */
export type Registration = Pick<Row<'registrations'>, 'submission_id' | 'submitted_at' | 'attended_at'>;

/** `max` when more are registered, otherwise undefined: a cap would hide from the planner that each submission is in a list once. */
export async function attendeeCap(db: Db, scope: AttendeeScope, max = LOOKED_THROUGH_MAX): Promise<number | undefined> {
  const registered =
    scope.kind === 'marketing' ? sql`submissions where form_id = ${scope.id}` : sql`registrations where event_id = ${scope.eventId}`;
  return (await hasRows(db)`select from ${registered} offset ${max} limit 1`) ? max : undefined;
}

export interface RegistrationChoice {
  readonly list?: RegistrationList | undefined;
  /** Only this many of the newest. */
  readonly cap?: number | undefined;
  /** Whether people waiting are read in the order of the waiting list, and no further than the page. */
  readonly byPosition?: boolean | undefined;
}

/** Subquery of the scope's submission ids, which one index has in the order of time; of an event, those of one list, which has what `registrationOf` reads unless it is the confirmed one. */
export function registrationsIn(
  scope: AttendeeScope,
  { list = 'confirmed', cap, byPosition = false }: RegistrationChoice = {},
): RawBuilder<Registration> {
  const newest = cap === undefined ? sql`` : sql`order by submitted_at desc, submission_id desc limit ${cap}`;
  if (scope.kind === 'marketing')
    return sql`(
      select id as submission_id, submitted_at, null::timestamptz as attended_at from submissions where form_id = ${scope.id} ${newest})`;
  if (byPosition) return queueOf(scope.eventId);
  if (list !== 'confirmed') return otherRegistrations(scope.eventId, list, newest);
  return sql`(
    select submission_id, submitted_at, attended_at from registrations where event_id = ${scope.eventId} and ${isInList(list, sql`status`)} ${newest})`;
}

export interface AddressRegistrations {
  /** Registrations of the address in the whole series (D4) that are not cancelled, or its submissions to the form. */
  readonly registrations: number;
  /** The submissions in the list of this event, or in the form. */
  readonly registrations_here: number;
}

/** Subquery that counts the registrations of the address of `submission`. */
export const registrationsOfAddress = (scope: AttendeeScope, list: RegistrationList = 'confirmed'): RawBuilder<AddressRegistrations> =>
  scope.kind === 'marketing'
    ? sql`(
      select count(*) as registrations, count(*) as registrations_here from submissions as other
      where other.form_id = submission.form_id and other.email_key = submission.email_key)`
    : sql`(
      select count(*) filter (where other_registration.status <> 'cancelled') as registrations,
        count(*) filter (where other_registration.event_id = ${scope.eventId} and ${isInList(list, sql`other_registration.status`)}) as registrations_here
      from submissions as other join registrations as other_registration on other_registration.submission_id = other.id
      where other.form_id = submission.form_id and other.email_key = submission.email_key
        and ${isEventNotDeleted(sql.ref('other_registration.event_id'))})`;
