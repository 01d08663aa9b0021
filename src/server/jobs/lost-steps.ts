import type { DatabaseConnection } from '#server/db/connection.ts';
import type { StepJob } from './definitions.ts';

/** Said of a step whose worker died at every try. */
export const LOST_MESSAGE = 'This step stopped its worker each time. Please tell whoever runs this server, then retry.';

// Long after the queue should have brought them: a step whose job was lost, as by a restored backup of half the database.
const FORGOTTEN = `
  update submission_steps as s set awaiting_job = true, state = 'waiting', next_try_at = now()
  from (
    select submission_id, step from submission_steps
    where state in ('waiting', 'running') and next_try_at < now() - interval '10 minutes' and not awaiting_job
      and updated_at < now() - interval '10 minutes'
    limit 1000 for update skip locked
  ) as forgotten
  where s.submission_id = forgotten.submission_id and s.step = forgotten.step
    and not exists (
      select from pgboss.job
      where name = 'step.' || s.step and data ->> 'submissionId' = s.submission_id::text and state < 'completed')
  returning 1`;

/** Lets steps be queued again whose jobs are gone. Gives how many. */
export async function findForgottenSteps({ pool }: DatabaseConnection): Promise<number> {
  const { rowCount } = await pool.query(FORGOTTEN);
  return rowCount ?? 0;
}

/** Ends steps whose jobs have ended in the dead letters, unless a worker has them after all. */
export async function giveUpSteps({ pool }: DatabaseConnection, jobs: readonly StepJob[]): Promise<void> {
  await pool.query(
    `update submission_steps as s set state = 'failed', message = $3, next_try_at = null, updated_at = now()
     from unnest($1::uuid[], $2::text[]) as lost (submission_id, step)
     where s.submission_id = lost.submission_id and s.step = lost.step
       and (s.state = 'waiting' or (s.state = 'running' and s.next_try_at <= now()))`,
    [jobs.map((job) => job.submissionId), jobs.map((job) => job.step), LOST_MESSAGE],
  );
}
