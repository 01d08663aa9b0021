import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { freePort } from '#server/db/embedded/server.ts';

/** The size of every pool, the product's and the baseline's. */
const POOL = 16;

export interface Running {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds until it was ready. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const THIS_CHECKOUT = fileOf('../..');

async function isServing(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return response?.status === 200;
}

async function untilServing(child: ChildProcess, port: number): Promise<void> {
  while (!(await isServing(port))) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function startScript(file: string, port: number, settings: Readonly<Record<string, string>>): Promise<Running> {
  const startedAt = performance.now();
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilServing(child, port);
  return {
    port,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/**
 * Starts the product, with web and worker in one process unless the settings say otherwise; a worker alone serves its health check at the port.
 * @param folder of another checkout
 */
export async function startTurnout(settings: Readonly<Record<string, string>>, folder = THIS_CHECKOUT): Promise<Running> {
  const port = await freePort();
  const own = {
    PORT: String(port),
    WORKER_PORT: String(port),
    DATABASE_POOL: String(POOL),
    LOG_LEVEL: 'warn',
    PUBLIC_RATE_LIMIT: '3000000',
  };
  return startScript(path.join(folder, 'src/server/main.ts'), port, { ...own, ...settings });
}

/** Starts the baseline of sign-ups: a durable insert behind a bare Fastify route, and a node:http server that only answers. */
export async function startReference(databaseUrl: string): Promise<Running & { readonly plainPort: number }> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), PLAIN_PORT: String(plainPort), DATABASE_URL: databaseUrl, DATABASE_POOL: String(POOL) };
  return { ...(await startScript(fileOf('./reference-server.ts'), port, settings)), plainPort };
}

/** Starts the baseline of public forms: a bare Fastify that serves the files of a folder under `/files/`. */
export async function startFileServer(folder: string): Promise<Running> {
  const port = await freePort();
  return startScript(fileOf('./file-server.ts'), port, { PORT: String(port), FOLDER: folder });
}

/** A new folder, and a function that removes it. */
export function temporaryData(): { readonly dataDir: string; readonly remove: () => void } {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-bench-'));
  return { dataDir, remove: () => fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a durable embedded PostgreSQL in a new folder while `use` runs, which gets its address and process id. */
export async function withDatabase<T>(use: (url: string, pid: number) => Promise<T>): Promise<T> {
  const { dataDir, remove } = temporaryData();
  const server = await startEmbedded({ dataDir, log: { warn: (message) => console.error(message) } });
  try {
    return await use(server.url, server.pid());
  } finally {
    await server.stop();
    remove();
  }
}

/** Runs the product on a separate database while `use` runs; its files are in `dataDir`. */
export async function withTurnout<T>(
  settings: Readonly<Record<string, string>>,
  use: (turnout: Running & { readonly databaseUrl: string; readonly url: string; readonly dataDir: string }) => Promise<T>,
): Promise<T> {
  return withDatabase(async (databaseUrl) => {
    const { dataDir, remove } = temporaryData();
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings });
    try {
      return await use({ ...turnout, databaseUrl, url: `http://localhost:${turnout.port}`, dataDir });
    } finally {
      await turnout.stop();
      remove();
    }
  });
}
