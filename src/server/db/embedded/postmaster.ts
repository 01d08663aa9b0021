import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../outage.ts';

/** The contents of `postmaster.pid`, by the server that runs, or ran, on a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

export const postmasterFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Undefined when there is no file, or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  if (!fs.existsSync(postmasterFile(cluster))) return undefined;
  let lines: string[];
  try {
    lines = fs.readFileSync(postmasterFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined; // The server has just stopped.
  }
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[PORT_LINE] ?? 0), ready: (lines[STATUS_LINE] ?? '').trim() === 'ready' };
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The program and arguments of a process; empty when it has ended. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return ''; // It has just ended.
  }
}

/** Whether the process is the server of this cluster: another program may have its id, and a zombie keeps it. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  return process.platform === 'win32' || commandLine(pid).includes(`-D ${cluster}`);
}

const MAX_BYTES = 1_000_000;

/** In bytes; 0 when there is no log yet. */
export const sizeOfLog = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** @param from the first byte to read */
export const readLog = (file: string, from: number): string => fs.readFileSync(file).subarray(from).toString();

/** Copies a large log to `.1` and truncates it, since the server keeps the file open; keeps two old files. */
export function rotateLog(file: string): void {
  if (sizeOfLog(file) < MAX_BYTES) return;
  if (fs.existsSync(`${file}.1`)) fs.renameSync(`${file}.1`, `${file}.2`);
  fs.copyFileSync(file, `${file}.1`);
  fs.truncateSync(file);
}
