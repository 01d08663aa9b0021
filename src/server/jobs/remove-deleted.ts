import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/connection.ts';
import { removeNextPart } from '#server/db/deletions.ts';

/**
 * Removes one part of what was deleted, then rests for as long as that took, so that visitors come first.
 * @returns whether there may be more
 */
export async function removeDeleted(db: Db): Promise<boolean> {
  const startedAt = performance.now();
  const isMore = await removeNextPart(db);
  if (isMore) await sleep(performance.now() - startedAt);
  return isMore;
}
