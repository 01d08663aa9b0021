import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { executable } from './binaries.ts';
import type { EmbeddedHome } from './home.ts';
import { commandAs, PROGRAM_ENVIRONMENT } from './identity.ts';
import { isServerOf, type Postmaster, postmasterFile, readLog, readPostmaster, sizeOfLog } from './postmaster.ts';

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The server has to inherit `fd`. Where locks are unavailable, `postmaster.pid` has to do. */
type ClusterLock = { state: 'taken'; fd: number } | { state: 'held' } | { state: 'unavailable' };

const LOCK_FD = 3;

/** Takes the lock that a running server holds, in any container; it ends with the last process that inherited the file. */
function takeClusterLock(file: string): ClusterLock {
  if (process.platform !== 'linux') return { state: 'unavailable' };
  const fd = fs.openSync(file, 'a', 0o600);
  const { status } = spawnSync('flock', ['-n', String(LOCK_FD)], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  if (status === 0) return { state: 'taken', fd };
  fs.closeSync(fd);
  return { state: status === 1 ? 'held' : 'unavailable' };
}

/** A start may have to replay the write-ahead log of a killed server. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 5;
const RETRY_PAUSE_MS = 200;
/** Processes of a killed server may still be finishing a statement. */
const UNSEEN_SERVER_TIMEOUT_MS = 8_000;
/** Processes of a killed server may still hold its memory, another program may have taken the port, or two servers start at the same time. */
const TEMPORARY_FAILURE = /shared memory block|could not bind|could not create any TCP\/IP sockets|lock file .* already exists/;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  // Keeps used WAL segments for recycling: all commits wait while a new one is filled with zeros.
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Error details and statements contain values of rows; personal data must not reach the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface LaunchOptions {
  /** When false, a power cut may lose committed transactions. */
  durable: boolean;
  port?: number;
}

function spawnServer(home: EmbeddedHome, port: number, { durable, lock }: LaunchOptions & { lock: ClusterLock }): ChildProcess {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : NOT_DURABLE) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const given = ['-D', home.cluster, '-p', String(port), ...options];
  const { file, args, ...ids } = commandAs(home.identity, executable(home.installation, 'postgres'), given);
  const log = fs.openSync(home.logFile, 'a', 0o600);
  // Detached, since Ctrl-C in a terminal reaches the whole process group and would stop the server before our last query.
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    detached: true,
    env: PROGRAM_ENVIRONMENT,
    stdio: ['ignore', log, log, ...(lock.state === 'taken' ? [lock.fd] : [])],
    windowsHide: true,
  });
  fs.closeSync(log);
  child.unref();
  return child;
}

/** @returns undefined when the server exited or did not get ready in time */
async function untilReady(home: EmbeddedHome, child: ChildProcess, deadline: number): Promise<Postmaster | undefined> {
  const ended = new Promise<'ended'>((resolve, reject) => {
    child.once('exit', () => resolve('ended')).once('error', reject);
  });
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(home.cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) return postmaster;
    if ((await Promise.race([ended, sleep(POLL_MS)])) === 'ended') return undefined;
  }
  return undefined;
}

/** The running server of the cluster, if this process can see it. */
async function findRunning(cluster: string, deadline: number): Promise<Postmaster | undefined> {
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(cluster);
    if (postmaster === undefined || !isServerOf(cluster, postmaster.pid)) return undefined;
    if (postmaster.ready) return postmaster;
    await sleep(POLL_MS); // It is starting or stopping.
  }
  return undefined;
}

/** By `performance.now()`. */
interface Deadlines {
  start: number;
  /** For a running server that this process cannot see. */
  unseenServer: number;
}

/** Starts a server unless one is running. @returns undefined when a later attempt may succeed */
async function tryToStart(home: EmbeddedHome, options: LaunchOptions, deadlines: Deadlines): Promise<Postmaster | undefined> {
  const lock = takeClusterLock(home.lockFile);
  if (lock.state === 'held') {
    if (performance.now() < deadlines.unseenServer) return undefined;
    throw new Error(
      `The PostgreSQL of ${home.cluster} is still running where this process cannot see it, such as in another container: stop it first, or use another DATA_DIR`,
    );
  }
  fs.rmSync(postmasterFile(home.cluster), { force: true }); // A dead server left it.
  const logSize = sizeOfLog(home.logFile);
  const child = spawnServer(home, options.port ?? (await freePort()), { ...options, lock });
  if (lock.state === 'taken') fs.closeSync(lock.fd); // The server has inherited it.
  const started = await untilReady(home, child, deadlines.start);
  if (started !== undefined) return started;
  const output = readLog(home.logFile, logSize).trim();
  if (!TEMPORARY_FAILURE.test(output)) throw new Error(`The embedded PostgreSQL does not start: ${output}`);
  return undefined;
}

/** Starts a server, or finds the one that a killed process left running. @throws Error with PostgreSQL's message */
export async function launchServer(home: EmbeddedHome, options: LaunchOptions): Promise<Postmaster> {
  const now = performance.now();
  const deadlines = { start: now + START_TIMEOUT_MS, unseenServer: now + UNSEEN_SERVER_TIMEOUT_MS };
  while (performance.now() < deadlines.start) {
    const server = (await findRunning(home.cluster, deadlines.start)) ?? (await tryToStart(home, options, deadlines));
    if (server !== undefined) return server;
    await sleep(RETRY_PAUSE_MS);
  }
  throw new Error('The embedded PostgreSQL neither starts nor stops');
}

/** Shuts the server down; when that takes too long, it is stopped hard and replays its log at the next start. */
export async function shutDownServer(home: EmbeddedHome, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isServerOf(home.cluster, pid)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    while (performance.now() < deadline) {
      if (!isServerOf(home.cluster, pid)) return;
      await sleep(POLL_MS);
    }
  }
}
