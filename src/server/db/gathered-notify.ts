import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

interface GatheredNotifyOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  /** What to send; nothing when undefined. */
  readonly takePayload: () => string | undefined;
  /** How long to wait before a notification, for more that it can say. */
  readonly gatherMs?: number;
  /** How long to rest after one. */
  readonly pauseMs?: number;
  readonly onFailure: (error: unknown) => void;
}

// The commit need not reach the disk: those who listen find by themselves what a lost notification would have said.
const NOTIFY = "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/**
 * Returns a function that notifies those who listen on a channel, one notification for many calls. It has a statement of its own,
 * since commits that notify wait for each other until they are on disk.
 */
export function gatheredNotify({ pool, channel, takePayload, gatherMs = 0, pauseMs = 0, onFailure }: GatheredNotifyOptions): () => void {
  let isDue = false;
  let isNotifying = false;
  async function notify(): Promise<void> {
    isNotifying = true;
    while (isDue) {
      if (gatherMs > 0) await sleep(gatherMs, undefined, { ref: false });
      isDue = false;
      const payload = takePayload();
      if (payload !== undefined) await pool.query(NOTIFY, [channel, payload]).catch(onFailure);
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    }
    isNotifying = false;
  }
  return () => {
    isDue = true;
    if (!isNotifying) void notify();
  };
}
