import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

const isOfEvent = sql`(change.event_id = registration.event_id or change.details -> 'added' ? registration.event_id::text)`;

/** Whether the `registration` had a place at sign-up, with which the confirmation brings the entry. */
const HAD_PLACE_AT_SIGN_UP = sql`coalesce((
  select change.kind not in ('joined', 'updated', 'events_changed') from registration_changes as change
  where change.submission_id = registration.submission_id and ${isOfEvent} order by change.at, change.id limit 1
), true)`;

const HAD_PLACE_WHEN_TOLD = sql`coalesce((
  select change.kind not in ('joined', 'offered', 'withdrawn') from registration_changes as change
  where change.submission_id = registration.submission_id and ${isOfEvent} and change.at <= told.at
    and change.kind in ('joined', 'offered', 'withdrawn', 'accepted', 'promoted', 'restored', 'events_changed')
  order by change.at desc, change.id desc limit 1
), true)`;

/** Whether a mail may have brought the calendar entry of a `registration` by a `submission`; `isConfirmed`: whether its series sends confirmations. */
export const mayHaveEntry = (isConfirmed: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  not submission.is_added_by_staff and ${isConfirmed} and ${HAD_PLACE_AT_SIGN_UP}
  or exists (
    select from submission_steps as step join registration_changes as told on told.id = step.change_id
    where step.submission_id = registration.submission_id and step.step = 'email' and (step.state = 'succeeded' or step.attempts > 0)
      and not step.is_skipped
      and (told.kind in ('accepted', 'promoted') or told.details -> 'added' ? registration.event_id::text or told.kind = 'told' and told.event_id = registration.event_id and ${HAD_PLACE_WHEN_TOLD})
  )
)`;

/**
 * Of all registrations that the address of a `submission` has for an `event`, since they share one entry: whether one has a place, and the
 * most changes of one, by which the entry's sequence grows beside those of the event.
 */
export const entryOfAddress: RawBuilder<unknown> = sql`
  select bool_or(same.status = 'confirmed') as is_coming, max((
      select count(*) from registration_changes as change
      where change.submission_id = other.id and (change.event_id = event.id or change.event_id is null)
    )) as changes
  from submissions as other join registrations as same on same.submission_id = other.id and same.event_id = event.id
  where other.form_id = submission.form_id and other.email_key = submission.email_key`;

/** The sequence of the entry of an `event`, from `entryOfAddress` as `kept`. */
export const SEQUENCE: RawBuilder<number> = sql`(event.calendar_sequence + kept.changes)::integer`;

/** The sequence of an event's entry in the calendar of the person who made a submission. */
export async function sequenceOf(db: Db, submissionId: string, eventId: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select ${SEQUENCE} as sequence
    from submissions as submission join events as event on event.id = ${eventId} cross join lateral (${entryOfAddress}) as kept
    where submission.id = ${submissionId}`.execute(db);
  return rows[0]?.sequence ?? 0;
}
