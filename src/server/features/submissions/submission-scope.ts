import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { isEventNotDeleted } from '#server/db/deletions.ts';
import { type EventPath, getEvent } from '#server/features/events/queries.ts';
import { getForm } from '#server/features/marketing-forms/queries.ts';

/** The event or marketing form whose submissions are read. */
export type SubmissionScope = EventPath | { readonly formId: string };

/** @throws AppError `not_found` */
export const getScopeOwner = (db: Db, scope: SubmissionScope): Promise<{ readonly id: string; readonly title: string }> =>
  'formId' in scope ? getForm(db, scope.formId) : getEvent(db, scope);

interface Registration {
  readonly submission_id: string;
  readonly submitted_at: Date;
}

/** Subquery of the scope's submission ids, which one index has in the order of time. */
export const registrationsIn = (scope: SubmissionScope): RawBuilder<Registration> =>
  'formId' in scope
    ? sql`(select id as submission_id, submitted_at from submissions where form_id = ${scope.formId})`
    : sql`(select submission_id, submitted_at from submission_events where event_id = ${scope.eventId})`;

/** Whether `submission` belongs to the scope's form or series: an event addressed under another series has no submissions. */
export const belongsTo = (scope: SubmissionScope): RawBuilder<SqlBool> =>
  'formId' in scope ? sql`submission.form_id = ${scope.formId}` : sql`submission.series_id = ${scope.seriesId}`;

interface AddressRegistrations {
  /** Registrations of the address in the whole series (D4), or its submissions to the form. */
  readonly registrations: number;
  /** Those in this event or form. */
  readonly registrations_here: number;
}

/** Subquery that counts the registrations of the address of `submission`. */
export const registrationsOfAddress = (scope: SubmissionScope): RawBuilder<AddressRegistrations> =>
  'formId' in scope
    ? sql`(
      select count(*) as registrations, count(*) as registrations_here from submissions as other
      where other.form_id = submission.form_id and other.email_key = submission.email_key)`
    : sql`(
      select count(*) as registrations, count(*) filter (where other_registration.event_id = ${scope.eventId}) as registrations_here
      from submissions as other join submission_events as other_registration on other_registration.submission_id = other.id
      where other.series_id = submission.series_id and other.email_key = submission.email_key
        and ${isEventNotDeleted(sql.ref('other_registration.event_id'))})`;
