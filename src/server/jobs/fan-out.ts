import type pg from 'pg';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { StepName } from '#server/db/tables.ts';
import type { NewStepJob } from './queue.ts';

/** Sign-ups in one transaction at most: large enough to drain a backlog, small enough that no visitor waits for them. */
const BATCH = 50;

// The commit need not reach the disk: sign-up, steps and jobs are lost together or not at all, and a step that runs is claimed by
// a commit that does reach it, with all that came before. So the outbox is emptied without holding back those who sign up.
//
// A step exists only when the series or form asks for it (decisions 33 to 37); what is asked for and not configured on this
// server is found out when it runs, so that it can be tried again once it is configured. Sign-ups locked by another
// worker or by an edit are left for the next look.
const CLAIM_AND_WRITE_STEPS = `
  with claimed as (
    select id, series_id, form_id from submissions where awaiting_fan_out order by id limit $1 for update skip locked
  ), done as (
    update submissions set awaiting_fan_out = false from claimed where submissions.id = claimed.id
  ), asking as (
    select claimed.id, claimed.series_id, s.send_notifications_slack, s.slack_channel_id, s.copper_tag,
      s.email_forward, s.email_from, s.email_subject, s.email_template
    from claimed join event_series s on s.id = claimed.series_id
    union all
    select claimed.id, null, f.send_notifications_slack, f.slack_channel_id, f.copper_tag,
      f.email_forward, f.email_from, f.email_subject, f.email_template
    from claimed join marketing_forms f on f.id = claimed.form_id
  ), asked as (
    select id, 'slack' as step from asking where send_notifications_slack and slack_channel_id is not null
    union all
    select id, 'email' from asking where num_nonnulls(email_from, email_subject, email_template) = 3
    union all
    select id, 'forward' from asking where email_forward is not null
    union all
    select id, 'crm' from asking where copper_tag is not null or exists (
      select from submission_events place join events on events.id = place.event_id
      where place.submission_id = asking.id and events.copper_tag is not null)
  ), written as (
    insert into submission_steps (submission_id, step, state, next_try_at) select id, step, 'waiting', now() from asked
    on conflict do nothing
    returning submission_id as "submissionId", step
  )
  select set_config('synchronous_commit', 'off', true), (select count(*) from claimed) as claimed, coalesce((select json_agg(written) from written), '[]') as jobs`;

const CLAIM_STEPS_WITHOUT_JOB = `
  with claimed as (
    select submission_id, step from submission_steps where awaiting_job order by submission_id limit $1 for update skip locked
  )
  update submission_steps as s set awaiting_job = false from claimed
  where s.submission_id = claimed.submission_id and s.step = claimed.step
  returning s.submission_id as "submissionId", s.step`;

interface FanOutDeps {
  readonly database: DatabaseConnection;
  readonly enqueue: (client: pg.ClientBase, jobs: readonly NewStepJob[]) => Promise<void>;
  /** Called in the transaction, before it commits; tests end the process there. */
  readonly onClaimed?: () => void;
}

interface Step {
  submissionId: string;
  step: StepName;
}

/**
 * Takes sign-ups out of the outbox and makes their steps, with one job each, in one transaction; then jobs for steps that have
 * none. Any number of workers may do so at once.
 * @returns whether there may be more
 */
export async function fanOut({ database: { pool }, enqueue, onClaimed }: FanOutDeps): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ claimed: number; jobs: Step[] }>({
      name: 'fan-out',
      text: CLAIM_AND_WRITE_STEPS,
      values: [BATCH],
    });
    const { rows: woken } = await client.query<Step>({ name: 'wake-steps', text: CLAIM_STEPS_WITHOUT_JOB, values: [BATCH] });
    const { claimed = 0, jobs = [] } = rows[0] ?? {};
    if (jobs.length + woken.length > 0) await enqueue(client, [...jobs, ...woken]);
    if (claimed > 0) onClaimed?.();
    return claimed === BATCH || woken.length === BATCH;
  });
}
