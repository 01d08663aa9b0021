import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { listPendingMigrations } from './migrate.ts';

const ANSWER_TIMEOUT_MS = 2_000;

/** Makes the check whether the database answers in time and has the migrations of this release; it never throws. */
export function databaseReadiness(db: Db): () => Promise<boolean> {
  let isMigrated = false;
  async function check(): Promise<boolean> {
    if (isMigrated) await sql`select 1`.execute(db);
    else isMigrated = (await listPendingMigrations(db)).length === 0;
    return isMigrated;
  }
  return async () => {
    const giveUp = new AbortController();
    const late = sleep(ANSWER_TIMEOUT_MS, false, { signal: giveUp.signal }).catch(() => false);
    try {
      return await Promise.race([check(), late]);
    } catch {
      return false; // Away for now: that is the answer, and the pool logs the reason.
    } finally {
      giveUp.abort();
    }
  };
}
