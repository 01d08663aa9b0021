import type pg from 'pg';
import { ANNOUNCED_CHANGES, changeActor, changeKind, CRM_CHANGES, mailOfChange } from '#contract/registrations/registration-changes.ts';
import type { StepName } from '#contract/steps/steps.ts';
import { CONFIRMATIONS_AN_HOUR } from './confirmations.ts';
import { ALL_STEPS, asksFor, type FannedOut, type FanOut } from './fan-out.ts';

/** No visitor waits for the locks of changes. */
const BATCH = 500;

const WITH_MAIL = changeKind.options.filter((kind) => mailOfChange(kind) !== undefined);
/** Of these, `{kind} {actor}` where it is sent unless the change says otherwise. */
export const MAILED: readonly string[] = WITH_MAIL.flatMap((kind) =>
  changeActor.options.filter((actor) => mailOfChange(kind)?.by.includes(actor)).map((actor) => `${kind} ${actor}`),
);

/** Whether one of the events of the submission has a tag, or had it until this change, for changes of the whole submission. */
const HAS_TAG = `exists (
  select from registrations as registration join events as held on held.id = registration.event_id
  where registration.submission_id = claimed.submission_id and (registration.status = 'confirmed' or claimed.details -> 'left' ? registration.event_id::text)
    and held.copper_tag is not null)`;

/** Resolves requests for lost links to the address's latest sign-up in the series; those without one, or beyond the hourly limit, are deleted. */
const FIND_LOST_LINKS = `
  with asked as (
    select id, form_id, details ->> 'address' as address from registration_changes
    where awaiting_fan_out and submission_id is null and kind = 'link' and details ? 'address' order by id limit $1 for update skip locked
  ), found as (
    select asked.id, (
      select submission.id from submissions as submission where submission.form_id = asked.form_id and submission.email_key = asked.address
      order by submission.submitted_at desc, submission.id desc limit 1
    ) as submission_id from asked
  ), counted as (
    select id, submission_id, row_number() over (partition by submission_id order by id) + (
      select count(*) from registration_changes as earlier
      where earlier.submission_id = found.submission_id and earlier.kind = 'link' and earlier.actor = 'visitor' and earlier.at > now() - interval '1 hour'
    ) as asks from found
  ), gone as (
    delete from registration_changes as change using counted where change.id = counted.id and (counted.submission_id is null or asks > $2)
  )
  update registration_changes as change set submission_id = counted.submission_id, details = '{"all": true}'
  from counted where change.id = counted.id and counted.submission_id is not null and asks <= $2`;

// As for sign-ups, the commit does not wait for the disk. A submission that is being deleted takes its changes along first, and waits for
// those that are claimed here, so no step stays behind. The step of a mail to someone whose submission was deleted depends on its change alone.
const CLAIM_AND_WRITE_STEPS = `
  with claimed as (
    select * from registration_changes where awaiting_fan_out and not details ? 'address' order by id limit $1 for update skip locked
  ), done as (
    update registration_changes set awaiting_fan_out = false from claimed where registration_changes.id = claimed.id
  ), asked as (
    select id, 'email' as step from claimed
    where kind = any($2) and coalesce((details ->> 'tell')::boolean, kind || ' ' || actor = any($3))
    union
    select claimed.id, step from claimed join forms series on series.id = claimed.form_id
    left join events event on event.id = claimed.event_id
    join ${ALL_STEPS} on ${asksFor('series')} & bit <> 0
      or step = 'crm' and (event.copper_tag is not null or claimed.event_id is null and ${HAS_TAG})
    where step in ('slack', 'forward') and claimed.kind = any($4) and actor <> 'staff' and not details ? 'with_first'
      or step = 'crm' and claimed.kind = any($5)
  ), written as (
    insert into submission_steps (submission_id, step, change_id, state, next_try_at)
    select coalesce(submission_id, id), step, id, 'waiting', now() from asked join claimed using (id)
    where submission_id is not null or details ? 'person'
    on conflict do nothing
    returning step
  )
  select set_config('synchronous_commit', 'off', true), array(select distinct step from written) as steps,
    (select count(*) from claimed)::integer as claimed,
    (select coalesce(json_agg(json_build_object('id', submission_id, 'form', json_build_object('kind', 'series', 'id', form_id))), '[]') from claimed
      where submission_id is not null) as submissions`;

/** Takes registration changes from their outbox and writes their steps. Any number of workers may do so at the same time. */
export async function fanOutChanges(client: pg.ClientBase | pg.Pool): Promise<FanOut> {
  await client.query({ name: 'find-lost-links', text: FIND_LOST_LINKS, values: [BATCH, CONFIRMATIONS_AN_HOUR] });
  const { rows } = await client.query<{ claimed: number; steps: StepName[]; submissions: FannedOut[] }>({
    name: 'fan-out-changes',
    text: CLAIM_AND_WRITE_STEPS,
    values: [BATCH, WITH_MAIL, MAILED, ANNOUNCED_CHANGES, CRM_CHANGES],
  });
  const [{ claimed, steps, submissions } = { claimed: 0, steps: [], submissions: [] }] = rows;
  return { isMore: claimed === BATCH, steps, submissions };
}
