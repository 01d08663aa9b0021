import type { DatabaseConnection } from '#server/db/connection.ts';
import type { StepJob } from './definitions.ts';

/** For a step whose worker died at every attempt. */
export const LOST_MESSAGE = 'This step stopped its worker each time. Please tell whoever runs this server, then retry.';

// A step long overdue without a job, as after a backup of only half the database was restored.
const FORGOTTEN = `
  update submission_steps as s set awaiting_job = true, state = 'waiting', next_try_at = now()
  from (
    select submission_id, step from submission_steps
    where state in ('waiting', 'running') and next_try_at < now() - interval '10 minutes' and not awaiting_job
      and updated_at < now() - interval '10 minutes'
      and not exists (
        select from pgboss.job
        where name = 'step.' || step and data ->> 'submissionId' = submission_id::text and state < 'completed')
    order by next_try_at limit 1000 for update skip locked
  ) as forgotten
  where s.submission_id = forgotten.submission_id and s.step = forgotten.step
  returning 1`;

/** Marks steps whose job is gone to be queued again; gives how many. */
export async function findForgottenSteps({ pool }: DatabaseConnection): Promise<number> {
  const { rowCount } = await pool.query(FORGOTTEN);
  return rowCount ?? 0;
}

/** Fails the steps of dead-letter jobs, unless a worker is running them after all. */
export async function giveUpSteps({ pool }: DatabaseConnection, jobs: readonly StepJob[]): Promise<void> {
  await pool.query(
    `with given_up as (
       select s.submission_id, s.step
       from unnest($1::uuid[], $2::text[]) as lost (submission_id, step)
       join submission_steps s on s.submission_id = lost.submission_id and s.step = lost.step
       where s.state = 'waiting' or (s.state = 'running' and s.next_try_at <= now())
       order by s.submission_id, s.step
       for update of s
     )
     update submission_steps as s set state = 'failed', message = $3, next_try_at = null, updated_at = now()
     from given_up where s.submission_id = given_up.submission_id and s.step = given_up.step`,
    [jobs.map((job) => job.submissionId), jobs.map((job) => job.step), LOST_MESSAGE],
  );
}
