import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { type EventPath, getEvent } from '#server/features/events/queries.ts';
import { getForm } from '#server/features/marketing-forms/queries.ts';

/** A list of submissions: those of an event, by its whole path, or those of a marketing form. */
export type SubmissionList = EventPath | { readonly formId: string };

/**
 * The event or form whose list it is.
 * @throws AppError `not_found`
 */
export const getOwner = (db: Db, list: SubmissionList): Promise<{ readonly id: string; readonly title: string }> =>
  'formId' in list ? getForm(db, list.formId) : getEvent(db, list);

interface Place {
  readonly submission_id: string;
  readonly submitted_at: Date;
}

/** Which submissions stand in the list, read from one index in the order of time. */
export const placesIn = (list: SubmissionList): RawBuilder<Place> =>
  'formId' in list
    ? sql`(select id as submission_id, submitted_at from submissions where form_id = ${list.formId})`
    : sql`(select submission_id, submitted_at from submission_events where event_id = ${list.eventId})`;

/** Whether `submission` belongs to the owner of the list: an event of another series has an empty list under it. */
export const belongsTo = (list: SubmissionList): RawBuilder<SqlBool> =>
  'formId' in list ? sql`submission.form_id = ${list.formId}` : sql`submission.series_id = ${list.seriesId}`;

interface AddressPlaces {
  /** Event places of the address in the whole series (decision 4), or submissions of it to the form. */
  readonly places: number;
  /** Those in this list. */
  readonly places_here: number;
}

/** How often the address of `submission` stands in the series or form, and in this list. */
export const placesOfAddress = (list: SubmissionList): RawBuilder<AddressPlaces> =>
  'formId' in list
    ? sql`(
      select count(*) as places, count(*) as places_here from submissions as other
      where other.form_id = submission.form_id and other.email_key = submission.email_key)`
    : sql`(
      select count(*) as places, count(*) filter (where other_place.event_id = ${list.eventId}) as places_here
      from submissions as other join submission_events as other_place on other_place.submission_id = other.id
      where other.series_id = submission.series_id and other.email_key = submission.email_key)`;
