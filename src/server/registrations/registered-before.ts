import { type RawBuilder, sql } from 'kysely';

/** Whether a `registration` began before that moment; those taken up on the own page begin then, whenever the sign-up was. */
export const registeredBefore = (
  moment: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(registration.submitted_at <= ${moment} and not exists (
  select from registration_changes as change where change.submission_id = registration.submission_id and change.at > ${moment}
    and (change.event_id = registration.event_id and change.kind = 'joined' or change.details -> 'added' ? registration.event_id::text)
))`;
