import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What `postmaster.pid` says of the server that runs, or ran, on a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Path of the file in which a running server describes itself. */
export function postmasterFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** Reads the server's own description; undefined when there is none, or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  if (!fs.existsSync(postmasterFile(cluster))) return undefined;
  let lines: string[];
  try {
    lines = fs.readFileSync(postmasterFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined; // It went away in between: the server has just stopped.
  }
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[PORT_LINE] ?? 0), ready: (lines[STATUS_LINE] ?? '').trim() === 'ready' };
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return ''; // It has ended in between.
  }
}

/**
 * Whether the process is the PostgreSQL server of this cluster. The id alone proves nothing: after a restart of the
 * machine or container another program may have got it, and a killed server nobody waited for keeps it.
 */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  return process.platform === 'win32' || commandLine(pid).includes(`-D ${cluster}`);
}
