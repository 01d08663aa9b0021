import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { buildRows, everything, PLAIN } from '#server/testing/backups.ts';
import { hasOtherPostgres, startOtherPostgres } from '#server/testing/other-postgres.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { IN_FULL } from './harness/scene.ts';

const log = { warn: () => undefined };

async function openMigrated(url: string, pool: number): Promise<DatabaseConnection> {
  const database = openDatabase({ url, pool, log });
  onTestFinished(database.close);
  await migrate(database.db);
  return database;
}

async function openEmbedded(): Promise<DatabaseConnection> {
  const { url, stop } = await startEmbedded({ dataDir: temporaryFolder(), log });
  onTestFinished(stop);
  return openMigrated(url, 1); // A second connection would count as a running server.
}

async function openOther(major: string): Promise<DatabaseConnection> {
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const { url, stop } = await startOtherPostgres(major, folder);
  onTestFinished(stop);
  return openMigrated(url, 2);
}

const versionOf = async ({ db }: DatabaseConnection): Promise<number> => {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int / 10000 as version`.execute(db);
  return rows[0]?.version ?? 0;
};

test.for(IN_FULL ? ['14', '17'] : ['14'])(
  'OPS-18, REL-11: a backup carries every row from PostgreSQL %s to the embedded one, which is newer',
  async (major, context) => {
    context.skip(!hasOtherPostgres(major), `there is no PostgreSQL ${major}, and the npm registry cannot be reached`);
    const [from, to] = [await openOther(major), await openEmbedded()];
    expect(await versionOf(from)).toBe(Number(major));
    expect(await versionOf(to)).toBeGreaterThan(Number(major));
    await buildRows(from.db);
    const file = path.join(temporaryFolder(), 'rows.backup');
    fs.mkdirSync(path.dirname(file));
    const taken = await takeBackup(from, file);
    expect(await restoreBackup(to, await checkBackup(file), { ...PLAIN, resumeSteps: true })).toEqual(taken);
    const rows = await everything(from);
    expect(Object.values(rows).flat().length).toBeGreaterThan(8);
    expect(await everything(to)).toEqual(rows);
  },
);
