import type pg from 'pg';
import { writeSteps } from '#server/jobs/fan-out.ts';

/** Queues the waiting steps for the workers. */
export async function resumeSteps(client: pg.ClientBase): Promise<void> {
  await client.query(`update submission_steps set state = 'waiting', awaiting_job = true where state in ('waiting', 'running')`);
}

/** Fails the waiting steps, since the original server may have run them after the backup. Staff can retry each of them. */
export async function failSteps(client: pg.ClientBase, takenAt: string): Promise<void> {
  while ((await writeSteps(client)).claimed > 0);
  // `writeSteps` commits asynchronously, but a finished restore has to be on disk.
  await client.query('set local synchronous_commit = on');
  await client.query(
    `update submission_steps
     set state = 'failed', message = $1, next_try_at = null, awaiting_job = false, updated_at = now()
     where state in ('waiting', 'running')`,
    [`Restored from the backup of ${takenAt}: this may have been sent since. Retry sends it.`],
  );
}
