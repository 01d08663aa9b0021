import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const FILES = 64;
const FILE_MB = 16;
const RESERVE_MB = FILES * FILE_MB;

/** How much of its log the server keeps for use again (its setting `min_wal_size`): what some 300,000 sign-ups write. */
export const LOG_RESERVE = `${RESERVE_MB}MB`;

/** On a disk with less than this many times the reserve left, nothing is made ahead of need. */
const SPACE_SHARE = 10;
/** By then the first start is over, which this would hold up. */
const AFTER_MS = 5_000;

async function hasSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize > SPACE_SHARE * RESERVE_MB * 2 ** 20;
}

/**
 * Has the log files of a new cluster made before they are needed. Each is zeroed when the log first reaches it, for which all
 * who sign up at that moment wait some 20 ms, in a crowd once a second; one that was used before is taken again as it is.
 * Resolves when all are there, or when `ending` or the server ends: what is missing is then made when it is needed.
 */
export async function reserveLog({ url, folder, ending }: { url: string; folder: string; ending: AbortSignal }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // A connection that breaks also fails the call below.
  try {
    await sleep(AFTER_MS, undefined, { ref: false, signal: ending });
    if (!(await hasSpace(folder))) return;
    await client.connect();
    for (let made = 0; made < FILES && !ending.aborted; made += 1) {
      await client.query(`select pg_logical_emit_message(false, 'turnout', '')`); // A file in which nothing stands is not left.
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  } catch {
    // This process or the server ends. Nothing depends on it.
  } finally {
    await client.end();
  }
}
