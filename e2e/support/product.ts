import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/db/embedded/server.ts';

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const READY_TIMEOUT_MS = 60_000;

/** The built product as its own process, on a free port and with its own data folder. */
export interface Product {
  /** Base URL without a trailing slash. */
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Stops it with SIGINT and removes its data. */
  readonly stop: () => Promise<void>;
}

/** The products of this vitest worker, with their folders. Shared ones run until a signal ends the worker. */
const running = new Map<ChildProcess, string>();

function endAll(): void {
  for (const [child, dataDir] of running) {
    child.kill('SIGKILL');
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.once('exit', endAll);
process.once('SIGTERM', () => {
  endAll();
  try {
    process.exit();
  } finally {
    process.kill(process.pid, 'SIGKILL'); // During a test vitest refuses the exit.
  }
});

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended on its own:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The product was not ready in time:\n${output()}`);
}

/** Folder and port of a product that is restarted; by default both are new and the folder is removed. */
export interface Place {
  readonly dataDir: string;
  readonly port: number;
}

/** Makes a folder and a port for a product that is restarted. */
export const newPlace = async (): Promise<Place> => ({
  dataDir: fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-e2e-')),
  port: await freePort(),
});

/** Starts the built product (`npm run build` first); `env` adds settings. */
export async function startProduct(env: Record<string, string> = {}, place?: Place): Promise<Product> {
  const { dataDir, port } = place ?? (await newPlace());
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (place === undefined) running.set(child, dataDir);
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await ended;
    running.delete(child);
    if (place === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, url, () => printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, process: child, output: () => printed, stop };
}
