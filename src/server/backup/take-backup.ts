import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { listApplied } from '#server/db/migrations/migrate.ts';
import { columnList, listCarriedTables, tableName } from './carried-tables.ts';
import { END_OF_ROWS, FORMAT } from './format.ts';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function* write(client: pg.ClientBase, migrations: string[], rows: Record<string, number>): AsyncGenerator<string | Buffer> {
  yield line({ turnoutBackup: FORMAT, takenAt: new Date().toISOString(), migrations });
  for (const table of await listCarriedTables(client)) {
    yield line(table);
    const copy = client.query(copyTo(`copy (select ${columnList(table)} from ${tableName(table)}) to stdout`));
    for await (const chunk of copy) yield chunk;
    yield END_OF_ROWS;
    rows[table.name] = copy.rowCount;
  }
  yield line({ rows });
}

/** Writes a file that gets its name only when it is complete and on disk; only its owner can read it. */
async function writeFile(file: string, text: AsyncIterable<string | Buffer>): Promise<void> {
  const draft = `${file}.part`;
  try {
    await pipeline(text, zlib.createGzip(), fs.createWriteStream(draft, { mode: 0o600, flush: true }));
    fs.linkSync(draft, file); // Unlike a rename, a link replaces no file.
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Copies a snapshot of all rows into a new file. @returns the number of rows of each table @throws Error when the file exists */
export async function takeBackup({ db, pool }: DatabaseConnection, file: string): Promise<Record<string, number>> {
  if (fs.existsSync(file)) throw new Error(`${file} exists already: a backup replaces nothing`);
  const client = await pool.connect();
  const rows: Record<string, number> = {};
  try {
    await client.query('begin isolation level repeatable read, read only');
    const migrations = [...(await listApplied(db))].toSorted();
    await writeFile(file, write(client, migrations, rows));
    return rows;
  } finally {
    client.release(true); // Closing the connection ends the transaction, even during a copy.
  }
}
