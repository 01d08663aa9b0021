import path from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { listCarriedTables } from '#server/backup/format.ts';
import { checkBackup, restoreBackup, type RestoreOptions } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { temporaryFolderOfFile } from './folders.ts';
import { buildEvent, buildMarketingForm, buildSeries } from './form-rows.ts';
import { ASKS_FOR_ALL, buildSignUp } from './worker.ts';

export const PLAIN: RestoreOptions = { overwrite: false, resumeSteps: false };

/** Another database, for one test. */
export async function newDatabase(): Promise<TestDatabase> {
  const other = await createTestDatabase();
  onTestFinished(other.destroy);
  return other;
}

/** The test's other connections would count as a running server. */
export const restore = async (target: TestDatabase, file: string, options = PLAIN) => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    target.db,
  );
  return restoreBackup({ ...target, close: target.destroy }, await checkBackup(file), options);
};
/** Backups of the test file's database, in a separate folder. */
export function backupFiles(database: TestDatabase) {
  const folder = temporaryFolderOfFile();
  const newFile = () => path.join(folder, `${newId()}.backup`);
  return {
    folder,
    newFile,
    backUp: async (file = newFile()) => {
      await takeBackup({ ...database, close: database.destroy }, file);
      return file;
    },
  };
}

/** Rows of many kinds, with text that a copy has to escape. */
export async function buildRows(db: Db): Promise<{ seriesId: string; formId: string }> {
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const eventId = await buildEvent(db, seriesId);
  const formId = await buildMarketingForm(db, { title: 'Tab\t, line\n, back\\slash and \\.' });
  for (const email of ['one@example.com', 'two@example.com']) await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email });
  await buildSignUp(db, { form_id: formId }, { answers: { note: '\\.\n\\N "quoted" ü 🎉' }, awaiting_fan_out: false });
  return { seriesId, formId };
}

/** The rows of each table, as text. */
export async function everything({ pool }: Pick<TestDatabase, 'pool'>): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  const all: Record<string, unknown[]> = {};
  for (const { name } of await listCarriedTables(client)) {
    const { rows } = await client.query<{ row: string }>(`select "${name}"::text as row from "${name}" order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  client.release();
  return all;
}
