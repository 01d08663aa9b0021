import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { findInstallation } from '#server/db/embedded/binaries.ts';
import { startPostgres } from './postgres.ts';
import { temporaryFolder } from './process.ts';

/** Files that a running server rewrites, and those that belong only to the primary. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot']);

/** Copies the cluster as a base backup does. */
async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    fs.cpSync(from, to, { recursive: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) });
    fs.mkdirSync(path.join(to, 'pg_replslot'));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    fs.writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Starts a streaming replica of the embedded database under `dataDir`, until the end of the test. */
export async function startReplica(primaryUrl: string, dataDir: string) {
  const folder = temporaryFolder();
  fs.mkdirSync(folder, { recursive: true });
  const cluster = path.join(folder, 'cluster');
  await copyCluster(primaryUrl, fs.realpathSync(path.join(dataDir, 'postgres', 'cluster')), cluster);
  fs.chmodSync(cluster, 0o700);
  fs.writeFileSync(path.join(cluster, 'standby.signal'), '');
  const primary = new URL(primaryUrl);
  const { hostname, port, username, password } = primary;
  const server = await startPostgres(findInstallation(), cluster, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    wal_retrieve_retry_interval: '100ms',
    max_connections: '100',
    min_wal_size: '80MB',
    timezone: 'UTC',
  });
  onTestFinished(server.stop);
  primary.port = String(server.port);
  return { url: primary.href, kill: server.kill, stop: server.stop };
}
