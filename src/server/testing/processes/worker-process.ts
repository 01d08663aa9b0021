import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { until } from '../worker.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const CRASHING_WORKER = fileURLToPath(new URL('./crashing-worker.ts', import.meta.url));

export type WorkerProcess = ReturnType<typeof startWorkerProcess>;

/** Starts a worker on this database with these settings only, killed at the end of the test; with CRASH_AT, one that dies there as in a power cut. */
export function startWorkerProcess(databaseUrl: string, settings: Record<string, string>) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ROLES: 'worker', DATABASE_URL: databaseUrl, ...settings };
  const child = spawn(process.execPath, [settings.CRASH_AT === undefined ? MAIN : CRASHING_WORKER], {
    env,
    cwd: os.tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(() => child.signalCode);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid!,
    output: () => output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The signal that ended it, if one did. */
    ended,
    ready: async () => until('the worker to be ready', () => output.includes('ready to work'), 30_000),
  };
}
