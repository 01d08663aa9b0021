import { type RawBuilder, sql } from 'kysely';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { isEventNotDeleted } from '#server/db/deletions.ts';
import { isConfirmed } from '#server/db/places.ts';
import { getEvent } from '#server/features/events/queries.ts';
import { getForm } from '#server/features/marketing-forms/queries.ts';

/** @throws AppError `not_found` */
export const getScopeOwner = (db: Db, scope: SubmissionScope): Promise<{ readonly id: string; readonly title: string }> =>
  scope.kind === 'form' ? getForm(db, scope.id) : getEvent(db, { seriesId: scope.id, eventId: scope.eventId });

interface Registration {
  readonly submission_id: string;
  readonly submitted_at: Date;
}

/** Subquery of the scope's submission ids, which one index has in the order of time; those of an event only while they are confirmed, unless `all`. */
export const registrationsIn = (scope: SubmissionScope, all = false): RawBuilder<Registration> =>
  scope.kind === 'form'
    ? sql`(select id as submission_id, submitted_at from submissions where form_id = ${scope.id})`
    : sql`(
      select submission_id, submitted_at from submission_events as listed
      where listed.event_id = ${scope.eventId} and ${all ? sql`true` : isConfirmed(scope.eventId, sql`listed.submission_id`)})`;

export interface AddressRegistrations {
  /** Registrations of the address in the whole series (D4) that are not cancelled, or its submissions to the form. */
  readonly registrations: number;
  /** The confirmed ones in this event, or those in the form. */
  readonly registrations_here: number;
}

/** Subquery that counts the registrations of the address of `submission`. */
export const registrationsOfAddress = (scope: SubmissionScope): RawBuilder<AddressRegistrations> =>
  scope.kind === 'form'
    ? sql`(
      select count(*) as registrations, count(*) as registrations_here from submissions as other
      where other.form_id = submission.form_id and other.email_key = submission.email_key)`
    : sql`(
      select count(*) as registrations,
        count(*) filter (where other_registration.event_id = ${scope.eventId} and other_registration.status = 'confirmed') as registrations_here
      from submissions as other join submission_events as other_registration on other_registration.submission_id = other.id
      where other.series_id = submission.series_id and other.email_key = submission.email_key and other_registration.status <> 'cancelled'
        and ${isEventNotDeleted(sql.ref('other_registration.event_id'))})`;
