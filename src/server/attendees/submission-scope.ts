import { type RawBuilder, sql } from 'kysely';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { RegistrationList } from '#contract/registrations/places.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import type { Db } from '#server/db/connection.ts';
import { getEvent } from '#server/events/queries.ts';
import { getForm } from '#server/forms/marketing/queries.ts';
import { isEventNotDeleted } from '#server/forms/not-deleted.ts';
import { isInList } from '#server/registrations/places.ts';
import { otherRegistrations, queueOf } from './registration-lists.ts';

/** @throws AppError `not_found` */
export const getScopeOwner = (
  db: Db,
  scope: AttendeeScope,
): Promise<{ readonly id: string; readonly title: string; readonly closes_when_full?: boolean }> =>
  scope.kind === 'marketing' ? getForm(db, scope.id) : getEvent(db, { seriesId: scope.id, eventId: scope.eventId });

export interface Registration {
  readonly submission_id: string;
  readonly submitted_at: Date;
}

/**
 * Returns `max` when more are registered, otherwise undefined; of an event, whatever their status. Read from the index that `registrationsIn` reads, and only so far.
 * Lists that are not large are read without a cap, which hides from the planner that each submission is in them once.
 */
export async function capOf(db: Db, scope: AttendeeScope, max = LOOKED_THROUGH_MAX): Promise<number | undefined> {
  const registered =
    scope.kind === 'marketing' ? sql`submissions where form_id = ${scope.id}` : sql`registrations where event_id = ${scope.eventId}`;
  const { rows } = await sql`select from ${registered} offset ${max} limit 1`.execute(db);
  return rows.length > 0 ? max : undefined;
}

interface RegistrationChoice {
  readonly list?: RegistrationList | undefined;
  /** Only this many of the newest. */
  readonly cap?: number | undefined;
  /** Whether those who wait are read in the order of the waiting list, only as far as a page goes. */
  readonly byPosition?: boolean | undefined;
}

/**
 * Subquery of the scope's submission ids, which one index has in the order of time; of an event, those of one list. Lists other than the
 * confirmed ones have what `registrationOf` reads as well.
 */
export function registrationsIn(
  scope: AttendeeScope,
  { list = 'confirmed', cap, byPosition = false }: RegistrationChoice = {},
): RawBuilder<Registration> {
  const newest = cap === undefined ? sql`` : sql`order by submitted_at desc, submission_id desc limit ${cap}`;
  if (scope.kind === 'marketing')
    return sql`(select id as submission_id, submitted_at from submissions where form_id = ${scope.id} ${newest})`;
  if (byPosition) return queueOf(scope.eventId);
  if (list !== 'confirmed') return otherRegistrations(scope.eventId, list, newest);
  return sql`(
    select submission_id, submitted_at from registrations where event_id = ${scope.eventId} and ${isInList(list, sql`status`)} ${newest})`;
}

export interface AddressRegistrations {
  /** Registrations of the address in the whole series (D4) that are not cancelled, or its submissions to the form. */
  readonly registrations: number;
  /** Those in the list of this event, or in the form. */
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
