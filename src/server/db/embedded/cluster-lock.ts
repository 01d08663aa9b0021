import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** The server has to inherit `fd`. Where locks are unavailable, `postmaster.pid` has to do. */
export type ClusterLock = { state: 'taken'; fd: number } | { state: 'held' } | { state: 'unavailable' };

const LOCK_FD = 3;

/** Takes the lock that a running server holds, in any container; it ends with the last process that inherited the file. */
export function takeClusterLock(file: string): ClusterLock {
  if (process.platform !== 'linux') return { state: 'unavailable' };
  const fd = fs.openSync(file, 'a', 0o600);
  const { status } = spawnSync('flock', ['-n', String(LOCK_FD)], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  if (status === 0) return { state: 'taken', fd };
  fs.closeSync(fd);
  return { state: status === 1 ? 'held' : 'unavailable' };
}
