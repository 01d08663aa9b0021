import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { executable, type PostgresInstallation } from '#server/db/embedded/binaries.ts';
import { chooseIdentity, commandAs, ensureOwner, PROGRAM_ENVIRONMENT } from '#server/db/embedded/identity.ts';
import { readPostmaster } from '#server/db/embedded/postmaster.ts';
import { freePort } from '#server/db/embedded/server.ts';

const START_MS = 60_000;
const POLL_MS = 20;

const asUser = (file: string, folder: string) => chooseIdentity([folder, file]);

/** Makes a cluster whose superuser `turnout` needs no password. @throws Error with the output of initdb */
export function initCluster(installation: PostgresInstallation, cluster: string): void {
  const file = executable(installation, 'initdb');
  const args = ['-D', cluster, '-U', 'turnout', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
  const { file: program, args: all, ...ids } = commandAs(asUser(file, path.dirname(cluster)), file, args);
  const { status, stderr } = spawnSync(program, all, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

/** Starts a PostgreSQL that is not the embedded one, but of another version or a replica, and waits until it accepts connections. @throws Error with its log */
export async function startPostgres(installation: PostgresInstallation, cluster: string, settings: Readonly<Record<string, string>> = {}) {
  const file = executable(installation, 'postgres');
  const identity = asUser(file, path.dirname(cluster));
  ensureOwner(identity, cluster);
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', shared_buffers: '64MB', jit: 'off', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file: program, args, ...ids } = commandAs(identity, file, ['-D', cluster, '-p', String(port), ...options]);
  const child = spawn(program, args, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const deadline = performance.now() + START_MS;
  while (readPostmaster(cluster)?.ready !== true) {
    if (isOver() || performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${log}`);
    await sleep(POLL_MS);
  }
  return {
    port,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Shuts it down, and waits for it. */
    stop: async () => {
      if (isOver()) return;
      child.kill('SIGINT');
      await once(child, 'close');
    },
  };
}
