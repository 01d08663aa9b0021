import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EMBEDDED_USER, type EmbeddedHome, hasHome, openHome, readHome } from './home.ts';
import type { Identity } from './identity.ts';
import { isServerOf, type Postmaster, readPostmaster, rotateLog } from './postmaster.ts';
import { launchServer, shutDownServer } from './server.ts';

/** A PostgreSQL server under DATA_DIR, on loopback, started and supervised by this process. */
export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbedded>>;

export interface EmbeddedOptions {
  dataDir: string;
  log: { warn(message: string): void };
  /** Default true; see `LaunchOptions`. */
  durable?: boolean;
  identity?: Identity;
}

const WATCH_MS = 250;
const RETRY_MS = 2_000;
const UNKNOWN_DATABASE = '3D000';

const urlOf = (password: string, port: number, database = EMBEDDED_USER): string =>
  `postgres://${EMBEDDED_USER}:${password}@127.0.0.1:${port}/${database}`;

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // The call below reports it.
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Connects, which fails for a foreign server on the same port, since both sides prove that they know the password. */
async function ensureDatabase(password: string, port: number): Promise<void> {
  try {
    await query(urlOf(password, port), 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNKNOWN_DATABASE) throw error;
    // A new cluster's empty database gets our name; creating another would take a tenth of the first start.
    await query(urlOf(password, port, 'template1'), `alter database postgres rename to ${EMBEDDED_USER}`);
  }
}

/** @returns the running server, or the dead one when the restart failed */
async function keepRunning(
  home: EmbeddedHome,
  postmaster: Postmaster,
  { durable, log }: { durable: boolean; log: EmbeddedOptions['log'] },
): Promise<Postmaster> {
  rotateLog(home.logFile);
  if (isServerOf(home.cluster, postmaster.pid)) return postmaster;
  log.warn(`The embedded PostgreSQL has stopped and is being restarted; ${home.logFile} may show why`);
  try {
    return await launchServer(home, { durable, port: postmaster.port });
  } catch (error) {
    log.warn(error instanceof Error ? error.message : String(error));
    await sleep(RETRY_MS, undefined, { ref: false });
    return postmaster;
  }
}

/** Starts PostgreSQL under `dataDir`, or takes over a running one, and keeps it running. @throws Error with instructions */
export async function startEmbedded(options: EmbeddedOptions) {
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
  const pause = () => sleep(WATCH_MS, undefined, { ref: false, signal: ending.signal }).catch(() => undefined); // Only rejects when stopped.
  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await pause();
      if (!ending.signal.aborted) postmaster = await keepRunning(home, postmaster, { durable, log: options.log });
    }
  }
  const watching = watch();

  return {
    url: urlOf(home.password, port),
    /** The server's process id, which changes when it is restarted. */
    pid: () => postmaster.pid,
    /** Shuts the server down and waits for it; close the pools first. */
    stop: async () => {
      ending.abort();
      await watching; // It may be restarting the server at this moment.
      await shutDownServer(home, postmaster.pid);
    },
    /** Asks the server to shut down without waiting, for a process that exits immediately. */
    abandon: () => {
      ending.abort();
      if (isServerOf(home.cluster, postmaster.pid)) process.kill(postmaster.pid, 'SIGINT');
    },
  };
}

/** The address of the embedded server that another process runs under `dataDir`; undefined when there is none. */
export function findEmbedded(dataDir: string): string | undefined {
  if (!hasHome(dataDir)) return undefined;
  const { cluster, password } = readHome(dataDir);
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !isServerOf(cluster, postmaster.pid)) return undefined;
  return urlOf(password, postmaster.port);
}
