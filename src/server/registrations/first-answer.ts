import { type RawBuilder, sql } from 'kysely';
import type { Registration } from '#contract/registrations/places.ts';

/**
 * What a sign-up was answered, by event, whatever became of its registrations since, unless they were deleted: each was a place, or
 * joined a waiting list at a position. Null when it has none. Registrations whose earliest change is that they were added came later.
 */
export const firstAnswer = (submissionId: RawBuilder<unknown>): RawBuilder<Registration[] | null> => sql`(
  select json_agg(json_build_object(
    'event_id', registration.event_id, 'status', case when earliest.position is null then 'confirmed' else 'waiting' end,
    'position', earliest.position) order by registration.event_id)
  from registrations as registration
  left join lateral (
    select (change.details ->> 'position')::integer as position,
      (change.kind = 'joined' and change.at > registration.submitted_at or change.details -> 'added' ? registration.event_id::text) as is_addition
    from registration_changes as change
    where change.submission_id = registration.submission_id and (
      change.event_id = registration.event_id or change.details -> 'added' ? registration.event_id::text
      or change.details -> 'left' ? registration.event_id::text
    )
    order by change.at, change.id limit 1
  ) as earliest on true
  where registration.submission_id = ${submissionId} and earliest.is_addition is not true)`;
