import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EMBEDDED_USER, type EmbeddedHome, hasHome, openHome, readHome } from './embedded-home.ts';
import type { Identity } from './embedded-identity.ts';
import { launchServer, shutDownServer } from './embedded-server.ts';
import { isServerOf, type Postmaster, readPostmaster } from './postmaster.ts';

/** The database that comes along: a real PostgreSQL under DATA_DIR, on loopback, started and watched by this process. */
export interface EmbeddedDatabase {
  url: string;
  /** Process id of the server; changes when it had to be started again. */
  pid: () => number;
  /** Ends the server and waits until it is down. Close the pools first. */
  stop: () => Promise<void>;
  /** Asks the server to end and waits for nothing: for a process that ends at once. */
  abandon: () => void;
}

/** Told when the server died and is started again. */
export interface EmbeddedLog {
  warn(message: string): void;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: EmbeddedLog;
  durable?: boolean;
  identity?: Identity;
}

const WATCH_MS = 250;
const RETRY_MS = 2_000;
const UNKNOWN_DATABASE = '3D000';

function urlOf(password: string, port: number, database = EMBEDDED_USER): string {
  return `postgres://${EMBEDDED_USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // A connection that breaks also fails the call below, which reports it.
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Signs in, which both sides prove by the password: a foreign server on the same port fails here. */
async function ensureDatabase(password: string, port: number): Promise<void> {
  try {
    await query(urlOf(password, port), 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNKNOWN_DATABASE) throw error;
    // The empty one of a new cluster, under our name: a copy of it takes a tenth of a first start.
    await query(urlOf(password, port, 'template1'), `alter database postgres rename to ${EMBEDDED_USER}`);
  }
}

/** @returns the server that runs, or the dead one when it could not be started again this time */
async function keepRunning(
  home: EmbeddedHome,
  postmaster: Postmaster,
  { durable, log }: { durable: boolean; log: EmbeddedLog },
): Promise<Postmaster> {
  if (isServerOf(home.cluster, postmaster.pid)) return postmaster;
  log.warn('The embedded PostgreSQL has ended and is started again');
  try {
    return await launchServer(home, { durable, port: postmaster.port });
  } catch (error) {
    log.warn(error instanceof Error ? error.message : String(error));
    await sleep(RETRY_MS, undefined, { ref: false });
    return postmaster;
  }
}

/**
 * Starts PostgreSQL under `dataDir`, or takes over the one that a killed process left running there, and starts it
 * again on the same port should it die. `durable: false` is for tests: a power cut may lose what was committed.
 * @throws Error saying what to do when it cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const durable = options.durable ?? true;
  const home = await openHome(options.dataDir, { durable, identity: options.identity });
  let postmaster = await launchServer(home, { durable });
  const { port } = postmaster;
  try {
    await ensureDatabase(home.password, port);
  } catch (error) {
    await shutDownServer(home, postmaster.pid);
    throw error;
  }

  const ending = new AbortController();
  const pause = () => sleep(WATCH_MS, undefined, { ref: false, signal: ending.signal }).catch(() => undefined); // Rejects at the end only.
  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await pause();
      if (!ending.signal.aborted) postmaster = await keepRunning(home, postmaster, { durable, log: options.log });
    }
  }
  const watching = watch();

  return {
    url: urlOf(home.password, port),
    pid: () => postmaster.pid,
    stop: async () => {
      ending.abort();
      await watching; // It may be starting the server again at this moment.
      await shutDownServer(home, postmaster.pid);
    },
    abandon: () => {
      ending.abort();
      if (isServerOf(home.cluster, postmaster.pid)) process.kill(postmaster.pid, 'SIGINT');
    },
  };
}

/** Address of the embedded server that another process runs under `dataDir`; undefined when none does. */
export function findEmbedded(dataDir: string): string | undefined {
  if (!hasHome(dataDir)) return undefined;
  const { cluster, password } = readHome(dataDir);
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !isServerOf(cluster, postmaster.pid)) return undefined;
  return urlOf(password, postmaster.port);
}
