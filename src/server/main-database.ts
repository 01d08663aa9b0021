import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './db/connection.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { isOutage } from './db/outage.ts';
import { lockFolder } from './instance-lock.ts';

const WAIT_FOR_DATABASE_MS = 60_000;
const RETRY_MS = 500;
const OLDEST_VERSION = 140_000;

/** Ends what was started, in the order in which it is called. */
export type Stop = () => Promise<void>;

/** A database that is there and has the migrations of this release. */
export interface PreparedDatabase {
  url: string;
  stop: Stop;
}

async function startOwnDatabase({ dataDir, publicUrl }: Config, log: Logger): Promise<PreparedDatabase> {
  const lock = await lockFolder(dataDir, `process ${process.pid}, ${publicUrl}`);
  if ('heldBy' in lock) {
    throw new Error(`Turnout already runs on ${dataDir} (${lock.heldBy}). Stop it first, or give this one another DATA_DIR and PORT.`);
  }
  try {
    const embedded = await startEmbedded({ dataDir, log });
    process.once('exit', embedded.abandon); // A second Ctrl-C, or an end that takes too long, leaves no server behind either.
    return {
      url: embedded.url,
      stop: async () => {
        await embedded.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function migrateDatabase(url: string, log: Logger): Promise<void> {
  const { db, pool, close } = openDatabase({ url, pool: 1, log, statementTimeoutMs: 0 });
  try {
    const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
      "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
    );
    if (Number(rows[0]?.server_version_num) < OLDEST_VERSION)
      throw new Error(`DATABASE_URL leads to PostgreSQL ${rows[0]?.server_version}: 14 or newer is needed`);
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ migrations: applied.length }, 'The database was migrated');
  } finally {
    await close();
  }
}

/** Waits for a database that starts at the same time as this process, as containers do. */
async function migrateWhenReachable(url: string, log: Logger, signal: AbortSignal): Promise<void> {
  const { host } = new URL(url);
  const deadline = performance.now() + WAIT_FOR_DATABASE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const outage = await migrateDatabase(url, log).catch((error: unknown) => {
      if (isOutage(error)) return { cause: error };
      throw error;
    });
    if (outage === undefined) return;
    if (performance.now() > deadline) throw new Error(`The database of DATABASE_URL (${host}) cannot be reached`, outage);
    if (attempt === 1) log.warn(`Waiting for the database of DATABASE_URL (${host})`);
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/**
 * Opens the way to a migrated database: the one of DATABASE_URL, or the embedded one, which is then this process's own.
 * @throws Error with words for whoever starts the process
 */
export async function prepareDatabase(config: Config, log: Logger, signal: AbortSignal): Promise<PreparedDatabase> {
  const { url } = config.database;
  if (url !== undefined) {
    await migrateWhenReachable(url, log, signal);
    return { url, stop: async () => undefined };
  }
  const own = await startOwnDatabase(config, log);
  try {
    await migrateDatabase(own.url, log);
    return own;
  } catch (error) {
    await own.stop();
    throw error;
  }
}
