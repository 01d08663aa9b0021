import type pg from 'pg';
import { fanOut } from '#server/jobs/fan-out.ts';

/** Fails the waiting steps, since the original server may have run them after the backup. Staff can retry each of them. */
export async function failSteps(client: pg.ClientBase, takenAt: string): Promise<void> {
  while ((await fanOut(client)).isMore);
  // `fanOut` commits asynchronously, but a finished restore has to be on disk.
  await client.query('set local synchronous_commit = on');
  await client.query(
    `update submission_steps
     set state = 'failed', message = $1, next_try_at = null, updated_at = now()
     where state in ('waiting', 'running')`,
    [`Restored from the backup of ${takenAt}: this may have been sent since. Retry sends it.`],
  );
}
