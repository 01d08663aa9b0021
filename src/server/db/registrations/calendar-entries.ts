import { type RawBuilder, sql } from 'kysely';

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
      and step.message not like 'Not sent%'
      and (told.kind in ('accepted', 'promoted') or told.details -> 'added' ? registration.event_id::text or told.kind = 'told' and told.event_id = registration.event_id and ${HAD_PLACE_WHEN_TOLD})
  )
)`;
