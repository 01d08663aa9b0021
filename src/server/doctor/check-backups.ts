import { sql } from 'kysely';
import type { BackupsState, Finding } from '#contract/server-state.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db } from '#server/db/connection.ts';
import { ARE_BACKUPS_ON } from '#server/queues/queues.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { bad, good, warning } from './finding.ts';

/** How the nightly backups went; null if no worker makes any. */
export async function readBackupsState(db: Db): Promise<BackupsState | null> {
  const row = await db
    .selectFrom('nightly_backups')
    .select(['succeeded_at', 'bytes', 'kept', 'failed_at', 'failure'])
    .where(sql.raw<boolean>(ARE_BACKUPS_ON))
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...momentsAsText(row), bytes: row.bytes === null ? null : Number(row.bytes) };
}

/** For the doctor; nothing where no worker makes backups. */
export async function checkBackups(db: Db, now = new Date()): Promise<readonly Finding[]> {
  const state = await readBackupsState(db);
  if (state === null) return [];
  const { succeeded_at: succeededAt, failure } = state;
  if (failure !== null) return [bad('Backups', `The last backup failed: ${failure}`, 'Fix that; it is retried every hour.')];
  if (succeededAt === null) return [warning('Backups', 'No backup has been made yet', 'The first one is made soon after startup.')];
  const text = `The last backup was made on ${succeededAt.slice(0, 10)}`;
  const isOld = now.getTime() - Date.parse(succeededAt) > 49 * HOUR_MS;
  return [isOld ? bad('Backups', text, 'See the log of the worker that has BACKUP_DIR.') : good('Backups', text)];
}
