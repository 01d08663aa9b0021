import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SIGN_UP_CHANNEL } from '#server/db/channels.ts';

const PAUSE_MS = 50;

// Its commit need not reach the disk: the outbox is the truth, and a worker that was not woken looks into it by itself.
const WAKE = `select set_config('synchronous_commit', 'off', true), pg_notify('${SIGN_UP_CHANNEL}', '')`;

/**
 * Makes the call that tells workers of new sign-ups: after the commit, at once or 50 ms after the last one, however many sign
 * up. Apart from the sign-up's statement, since a commit that notifies holds back those of all other servers until it is on disk.
 * @param onFailure told when the call failed; workers then come by themselves a little later
 */
export function workerWake(pool: pg.Pool, onFailure: (error: unknown) => void): () => void {
  let isDue = false;
  let isCalling = false;
  async function call(): Promise<void> {
    isCalling = true;
    while (isDue) {
      isDue = false;
      await pool.query(WAKE).catch(onFailure);
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    isCalling = false;
  }
  return () => {
    isDue = true;
    if (!isCalling) void call();
  };
}
