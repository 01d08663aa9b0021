import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { executable } from './embedded-binaries.ts';
import type { EmbeddedHome } from './embedded-home.ts';
import { commandAs, PROGRAM_ENVIRONMENT } from './embedded-identity.ts';
import { isServerOf, type Postmaster, postmasterFile, readPostmaster } from './postmaster.ts';

/** A start may have to replay the log of a killed server first. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 5;
const RETRY_PAUSE_MS = 200;

/** Children of a killed server hold its memory for a moment, a free port can be taken before it is used, and two can start at once. */
const PASSING_FAILURE = /shared memory block|could not bind|could not create any TCP\/IP sockets|lock file .* already exists/;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  // Files of the log that were used once are kept for use again: a new one lets all who commit wait while it is zeroed.
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
  // The details of an error quote values of rows, and statements may hold them: personal data stays out of the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** How a server is started: on which port (a free one when absent), and whether a power cut may lose what was committed. */
export interface LaunchOptions {
  durable: boolean;
  port?: number;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function spawnServer(home: EmbeddedHome, port: number, { durable }: LaunchOptions): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...(durable ? DURABLE : FLEETING) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args, ...ids } = commandAs(home.identity, executable(home.installation, 'postgres'), [
    '-D',
    home.cluster,
    '-p',
    String(port),
    ...settings,
  ]);
  const log = fs.openSync(home.logFile, 'w', 0o600);
  // Detached: Ctrl-C in a terminal reaches its whole process group, and would end the server before our last query.
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    detached: true,
    env: PROGRAM_ENVIRONMENT,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  fs.closeSync(log);
  child.unref();
  return child;
}

/** @returns undefined when the server ended instead of getting ready */
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

/** A server that already runs on the cluster; clears away what a dead one left. */
async function findRunning(cluster: string, deadline: number): Promise<Postmaster | undefined> {
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(cluster);
    if (postmaster === undefined) return undefined;
    if (!isServerOf(cluster, postmaster.pid)) {
      fs.rmSync(postmasterFile(cluster), { force: true });
      return undefined;
    }
    if (postmaster.ready) return postmaster;
    await sleep(POLL_MS); // It is starting or stopping.
  }
  return undefined;
}

/**
 * Starts a server on the cluster, or finds the one that a killed process left running.
 * @throws Error with PostgreSQL's own words when it does not start
 */
export async function launchServer(home: EmbeddedHome, options: LaunchOptions): Promise<Postmaster> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let complaint = 'it neither starts nor stops';
  while (performance.now() < deadline) {
    const running = await findRunning(home.cluster, deadline);
    if (running !== undefined) return running;
    const started = await untilReady(home, spawnServer(home, options.port ?? (await freePort()), options), deadline);
    if (started !== undefined) return started;
    complaint = fs.readFileSync(home.logFile, 'utf8').trim();
    if (!PASSING_FAILURE.test(complaint)) break;
    await sleep(RETRY_PAUSE_MS);
  }
  throw new Error(`The embedded PostgreSQL does not start: ${complaint}`);
}

/** Ends the server: connections are closed and everything is written, or, should that take too long, replayed at the next start. */
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
