import { type RawBuilder, sql } from 'kysely';
import type { Registration } from '#contract/registrations/places.ts';

/**
 * What a sign-up was answered, by event, whatever became of its registrations since: each was a place, or joined a waiting list at a
 * position. Null when it has none.
 */
export const firstAnswer = (submissionId: RawBuilder<unknown>): RawBuilder<Registration[] | null> => sql`(
  select json_agg(json_build_object(
    'event_id', registration.event_id, 'status', case when joined.position is null then 'confirmed' else 'waiting' end,
    'position', joined.position) order by registration.event_id)
  from submission_events as registration
  left join lateral (
    select (details ->> 'position')::integer as position from registration_changes as change
    where change.submission_id = registration.submission_id and change.event_id = registration.event_id and change.kind = 'joined'
    order by change.at limit 1
  ) as joined on true
  where registration.submission_id = ${submissionId})`;
