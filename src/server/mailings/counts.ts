import { type RawBuilder, sql } from 'kysely';
import type { PersonState } from '#contract/mailings/mailing-calls.ts';
import { MAYBE_SENT } from '#contract/steps/causes.ts';

/** What became of a `person` of a `mailing`, whose mail is `step`. */
export const PERSON_STATE: RawBuilder<PersonState> = sql`case
  when step.id is null then coalesce(person.outcome, 'left_out')
  when step.is_skipped then 'left_out'
  when step.state = 'succeeded' then 'sent'
  when step.state = 'failed' and step.cause = ${sql.lit(MAYBE_SENT)} then 'not_known'
  when step.state = 'failed' then 'refused'
  when step.state = 'waiting' and mailing.stopped_at is not null then 'stopped'
  else 'waiting' end`;

/** People whom staff were shown, but who no longer matched when their part was written. */
const GONE = sql`case when mailing.is_written then greatest(mailing.people_shown - coalesce(sum(count), 0), 0) else 0 end`;
const UNWRITTEN = sql`case when mailing.is_written then 0 else greatest(coalesce(mailing.people_shown, 0) - coalesce(sum(count), 0), 0) end`;
const isStopped = sql`mailing.stopped_at is not null`;
const countOf = (state: PersonState) => sql`coalesce(sum(count) filter (where state = ${sql.lit(state)}), 0)`;

/** How many people of a `mailing` are in each state, with those who have no row yet and without those who were left out from the start. */
export const COUNTS = sql`(
  select json_build_object(
    'people', coalesce(sum(count), 0) + coalesce(${GONE}, 0) + ${UNWRITTEN},
    'waiting', ${countOf('waiting')} + case when ${isStopped} then 0 else ${UNWRITTEN} end,
    'sent', ${countOf('sent')}, 'refused', ${countOf('refused')}, 'not_known', ${countOf('not_known')},
    'left_out', ${countOf('left_out')} + coalesce(${GONE}, 0),
    'stopped', ${countOf('stopped')} + case when ${isStopped} then ${UNWRITTEN} else 0 end)
  from (
    select ${PERSON_STATE} as state, count(*) as count
    from mailing_people as person left join submission_steps as step on step.mailing_person_id = person.id
    where person.mailing_id = mailing.id and person.left_out is null group by 1) as states)`;
