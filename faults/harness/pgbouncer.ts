import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { until } from '#server/testing/worker.ts';
import { installPackages, mayInstallPackages } from '../../scripts/debian-package.ts';

/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

const isInstalled = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

/** Whether PgBouncer is installed; on Debian, root installs it when it is missing. */
export function hasPgBouncer(): boolean {
  if (isInstalled()) return true;
  if (!mayInstallPackages()) return false;
  try {
    installPackages('pgbouncer');
  } catch {
    return false; // The packages of the distribution cannot be reached.
  }
  return isInstalled();
}

/** Its defaults except for the pool mode, so that it refuses what it refuses by default. */
const settingsOf = (target: URL, port: number): string => `
[databases]
turnout = host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
`;

const isListening = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    onTestFinished(() => void socket.destroy());
  });

/** Starts a PgBouncer in transaction mode in front of this database; gives its address. */
export async function startPgBouncer(databaseUrl: string): Promise<string> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(file, settingsOf(target, port));
  if (process.getuid?.() === 0) execFileSync('chown', ['--recursive', String(NOBODY), path.dirname(folder)]);
  const child = spawn('pgbouncer', [file], { ...(process.getuid?.() === 0 && { uid: NOBODY }), stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await until('PgBouncer to listen', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start: ${words}`);
    return isListening(port);
  });
  return `postgres://turnout@127.0.0.1:${port}/turnout`;
}
