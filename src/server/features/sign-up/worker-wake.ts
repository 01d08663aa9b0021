import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SIGN_UP_CHANNEL } from '#server/db/channels.ts';

const PAUSE_MS = 50;

// The commit need not reach the disk, since workers poll the outbox too.
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify('${SIGN_UP_CHANNEL}', '')`;

/**
 * Returns a function that notifies workers of new sign-ups, at most every 50 ms. It is not part of the sign-up's statement, since
 * commits that notify wait for each other until they are on disk.
 * @param onFailure called when the notification failed; workers find the sign-ups at their next poll
 */
export function createWorkerWake(pool: pg.Pool, onFailure: (error: unknown) => void): () => void {
  let isDue = false;
  let isCalling = false;
  async function call(): Promise<void> {
    isCalling = true;
    while (isDue) {
      isDue = false;
      await pool.query(NOTIFY).catch(onFailure);
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    isCalling = false;
  }
  return () => {
    isDue = true;
    if (!isCalling) void call();
  };
}
