import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { listApplied } from '#server/db/migrations/migrate.ts';
import { errorCode } from '#server/db/outage.ts';
import { flushFolder } from '#server/flush-folder.ts';
import { columnList, END_OF_ROWS, FORMAT, listCarriedTables, tableName } from './format.ts';

/** The best level packs rows no better than by a tenth, and takes three times as long. */
const COMPRESSION_LEVEL = 3;
const PART_BYTES = 262_144;
/** Room for a compressed part, which otherwise comes in several pieces. */
const PACKED_BYTES = 65_536;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Joins the chunks of a copy, each of which would be a separate trip to the thread that compresses. */
async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    part.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(part);
    part = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(part);
}

async function* backupLines(client: pg.ClientBase, migrations: string[], rows: Record<string, number>): AsyncGenerator<string | Buffer> {
  yield line({ turnoutBackup: FORMAT, takenAt: new Date().toISOString(), migrations });
  const tables = await listCarriedTables(client);
  if (tables.length === 0) throw new Error('No tables of Turnout were found in this database');
  for (const table of tables) {
    yield line(table);
    const copy = client.query(copyTo(`copy (select ${columnList(table)} from ${tableName(table)}) to stdout`));
    yield* joined(copy);
    yield END_OF_ROWS;
    rows[table.name] = copy.rowCount;
  }
  yield line({ rows });
}

const PROBLEMS: Readonly<Record<string, (file: string) => string>> = {
  ENOSPC: (file) => `There is no space left for ${file}`,
  EFBIG: (file) => `${file} would exceed the limit for files here (ulimit -f)`,
  EDQUOT: (file) => `The quota of this user is used up by ${file}`,
  ENOENT: (file) => `There is no folder ${path.dirname(file)}`,
  EACCES: (file) => `This user may not write to ${path.dirname(file)}`,
  EROFS: (file) => `${path.dirname(file)} is read-only`,
  EEXIST: (file) => `${file}.part exists: another backup is running, or one was killed: then remove it`,
};

/** A message for the operator, if it is about the file. */
function explain(error: unknown, file: string): unknown {
  const problem = PROBLEMS[errorCode(error)];
  return problem === undefined ? error : new Error(`No backup was made. ${problem(file)}`, { cause: error });
}

function refuseExisting(file: string): void {
  if (fs.existsSync(file)) throw new Error(`${file} already exists: a backup never replaces a file`);
}

/** Replaces no file, unlike a rename, which is for disks without hard links (exFAT, some network drives). */
function giveName(draft: string, file: string): void {
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    refuseExisting(file);
    if (errorCode(error) === 'EEXIST')
      throw new Error(`No backup was made. ${file} is a link to a file that is not there`, { cause: error });
    fs.renameSync(draft, file);
  }
}

/** Writes a file that gets its name only when it is complete and on disk; only its owner can read it. */
async function writeFile(file: string, text: AsyncIterable<string | Buffer>, signal: AbortSignal | undefined): Promise<void> {
  const draft = `${file}.part`;
  fs.closeSync(fs.openSync(draft, 'wx', 0o600)); // Fails when another backup writes there.
  try {
    await pipeline(
      text,
      zlib.createGzip({ level: COMPRESSION_LEVEL, chunkSize: PACKED_BYTES }),
      fs.createWriteStream(draft, { flush: true }),
      { signal },
    );
    giveName(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
  flushFolder(path.dirname(path.resolve(file)));
}

/** Copies a snapshot into a new file; `signal` ends it and removes the file. @returns the rows of each table @throws Error when the file cannot be written */
export async function takeBackup({ db, pool }: DatabaseConnection, file: string, signal?: AbortSignal): Promise<Record<string, number>> {
  refuseExisting(file);
  const client = await pool.connect();
  const rows: Record<string, number> = {};
  try {
    await client.query('begin isolation level repeatable read, read only');
    await writeFile(file, backupLines(client, [...(await listApplied(db))].toSorted(), rows), signal);
    return rows;
  } catch (error) {
    throw signal?.aborted === true ? new Error('No backup was made: it was stopped', { cause: error }) : explain(error, file);
  } finally {
    client.release(true); // Closing the connection ends the transaction, even during a copy.
  }
}
