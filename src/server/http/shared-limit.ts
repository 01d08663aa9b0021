import { addCallCounts } from '#server/db/call-counts.ts';
import type { Db } from '#server/db/connection.ts';
import type { MinuteCounts } from './minute-counts.ts';

const INTERVAL_MS = 1_000;
/** Below this share of the limit a key is nobody's business yet: most visitors call a few times only. */
const LEAST_SHARE = 0.1;

interface SharedLimit {
  readonly db: Db;
  readonly counts: MinuteCounts;
  readonly perMinute: number;
  readonly log: { warn(details: { err: unknown }, message: string): void };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Tells the other processes once of the calls that were counted here, and learns of theirs. */
export async function shareOnce({ db, counts, perMinute, now = Date.now }: Omit<SharedLimit, 'log'>): Promise<void> {
  const { minute, untold } = counts.untold(now(), Math.max(1, Math.floor(perMinute * LEAST_SHARE)));
  if (untold.length > 0) counts.learn(minute, untold, await addCallCounts(db, minute, untold));
}

/**
 * Shares the counts of public calls with all processes on this database, each second. While the database is away each process
 * counts for itself.
 * @returns ends it
 */
export function shareLimit(limit: SharedLimit): () => void {
  let isSharing = false;
  const timer = setInterval(() => {
    if (isSharing) return;
    isSharing = true;
    shareOnce(limit)
      .catch((err: unknown) => limit.log.warn({ err }, 'Counts of public calls could not be shared'))
      .finally(() => {
        isSharing = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
