import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { columnList, listCarriedTables, tableName } from '#server/backup/format.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { timed } from '../csv.ts';
import type { Finding } from '../support/figures.ts';
import { openQuietly } from '../support/open-quietly.ts';

const MS_PER_SECOND = 1_000;
const MB = 1_000_000;
/** The backup may take twice as long as COPY. */
const AT_MOST = 2;

const fileOf = (folder: string, table: string): string => path.join(folder, `${table}.copy`);

/** Copies all rows to files, as PostgreSQL's COPY gives them. */
async function copyOut({ pool }: DatabaseConnection, folder: string): Promise<void> {
  const client = await pool.connect();
  for (const table of await listCarriedTables(client)) {
    const rows = client.query(copyTo(`copy ${tableName(table)} (${columnList(table)}) to stdout`));
    await pipeline(rows, fs.createWriteStream(fileOf(folder, table.name)));
  }
  client.release();
}

/** Copies them into a migrated database, in one transaction, as a restore does. */
async function copyIn({ pool }: DatabaseConnection, folder: string): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  for (const table of await listCarriedTables(client)) {
    const rows = client.query(copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin`));
    await pipeline(fs.createReadStream(fileOf(folder, table.name)), rows);
  }
  await client.query('commit');
  client.release();
}

export interface BackupPlaces {
  /** The filled database; two migrated ones without rows. */
  readonly full: string;
  readonly empty: readonly [string, string];
  readonly folder: string;
}

/** Compares the backup of all rows, and its restore, with PostgreSQL's own COPY. */
export async function compareBackup({ full, empty: [restored, copied], folder }: BackupPlaces): Promise<Finding[]> {
  const open = (url: string) => openQuietly(url, 2);
  const [from, to, other] = [open(full), open(restored), open(copied)];
  const file = path.join(folder, 'all.backup');
  try {
    const copy = await timed(async () => copyOut(from, folder));
    const backup = await timed(async () => takeBackup(from, file));
    const restore = await timed(async () => restoreBackup(to, await checkBackup(file), { overwrite: false, resumeSteps: false }));
    const copyBack = await timed(async () => copyIn(other, folder));
    return [
      { what: 'backup', figure: backup / MS_PER_SECOND, unit: 's' },
      { what: 'size of its file', figure: fs.statSync(file).size / MB, unit: 'MB' },
      { what: 'backup to COPY of the same rows', figure: backup / copy, unit: '×', limit: { atMost: AT_MOST } },
      { what: 'restore', figure: restore / MS_PER_SECOND, unit: 's' },
      { what: 'restore to COPY of the same rows', figure: restore / copyBack, unit: '×', limit: { atMost: AT_MOST } },
    ];
  } finally {
    for (const database of [from, to, other]) await database.close();
  }
}
