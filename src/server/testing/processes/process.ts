import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { isAlive, isServerOf, readPostmaster } from '#server/db/embedded/postmaster.ts';
import { freePort } from '#server/db/embedded/server.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** The first start creates the database, which takes long on a small, busy machine. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

/** A folder that is removed after the test; `name` is for tests of unusual paths. */
export function temporaryFolder(name = 'turnout'): string {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-process-'));
  const folder = path.join(parent, name);
  onTestFinished(async () => {
    await endDatabase(folder);
    fs.rmSync(parent, { recursive: true, force: true });
    // Removing installed packages takes more than a minute on a busy machine.
  }, 3 * START_TIMEOUT_MS);
  return folder;
}

let used: Promise<string> | undefined;

/** A copy of a folder on which a server has been started, since a first start takes three times as long. */
export async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  used ??= startOnce();
  const source = await used.catch((error: unknown) => {
    used = undefined;
    throw error;
  });
  // If the database's user cannot enter the folder, it holds a link to the database, which a copy would share.
  const isWhole = !fs.lstatSync(path.join(source, 'postgres')).isSymbolicLink();
  if (isWhole) fs.cpSync(source, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Starts and stops a server on a folder that is removed with the process. */
async function startOnce(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-used-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const server = await startReadyProcess({ DATA_DIR: folder });
  server.kill('SIGINT');
  await server.ended;
  return folder;
}

const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres', 'cluster');

/** The process id of the embedded database server under the folder, if one runs. */
export function databasePid(dataDir: string): number | undefined {
  if (!fs.existsSync(clusterOf(dataDir))) return undefined;
  const cluster = fs.realpathSync(clusterOf(dataDir));
  const pid = readPostmaster(cluster)?.pid;
  return pid !== undefined && isServerOf(cluster, pid) ? pid : undefined;
}

async function endDatabase(dataDir: string): Promise<void> {
  const pid = databasePid(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  while (databasePid(dataDir) === pid) await sleep(POLL_MS);
}

function collect(child: ChildProcess): { output: () => string; ended: Promise<Ended> } {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    output: () => output,
    ended: once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, output })),
  };
}

/**
 * Starts a server process with only these settings; it is killed with its database at the end of the test.
 * @param options `command` replaces `main.ts` and runs in its own process group, as in a terminal; `cwd` may contain `.env`
 */
export async function startProcess(
  settings: Record<string, string>,
  { command = [process.execPath, MAIN], cwd = os.tmpdir() }: { command?: string[]; cwd?: string } = {},
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const [file = '', ...args] = command;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), ...settings };
  const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { output, ended } = collect(child);
  const pid = child.pid!;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  onTestFinished(async () => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
    await ended;
    if (settings.DATA_DIR !== undefined) await endDatabase(settings.DATA_DIR);
  });
  /** The status of `/readyz`; 0 without an answer. */
  const readiness = async (): Promise<number> => {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
    return response?.status ?? 0;
  };
  return {
    url,
    port,
    pid,
    output,
    readiness,
    ended,
    kill: (signal: NodeJS.Signals) => process.kill(pid, signal),
    /** Resolves when `/readyz` answers 200. */
    ready: async () => {
      const deadline = performance.now() + START_TIMEOUT_MS;
      while ((await readiness()) !== 200) {
        if (isOver || performance.now() > deadline) throw new Error(`The process did not get ready: ${output()}`);
        await sleep(POLL_MS);
      }
    },
  };
}

export async function startReadyProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startProcess(settings);
  await server.ready();
  return server;
}
