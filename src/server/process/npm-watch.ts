import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { commandLine, isAlive } from '#server/db/embedded/postmaster.ts';

const WATCH_MS = 1_000;

function parentOf(pid: number): number {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]); // The process name before it may contain blanks.
}

/** The parent processes up to npm: shell and launcher have the script in their command line, npm does not. */
function ancestorsUpToNpm(script: string): number[] {
  const ancestors = [process.ppid];
  if (process.platform === 'win32') return ancestors;
  for (let pid = process.ppid; commandLine(pid).includes(script); ancestors.push(pid)) pid = parentOf(pid);
  return ancestors;
}

/** A zombie still has its id, but no command line. */
const isRunning = (pid: number): boolean => (process.platform === 'linux' ? commandLine(pid) !== '' : isAlive(pid));

/** Calls `end` when the npm that runs this script dies, since npm and its shell pass on few signals. */
export function endWithNpm(script: string | undefined, end: () => void): void {
  if (script === undefined) return;
  const { ppid } = process;
  const ancestors = ancestorsUpToNpm(script).filter(isRunning);
  const watch = setInterval(() => {
    if (process.ppid === ppid && ancestors.every(isRunning)) return;
    clearInterval(watch);
    end();
  }, WATCH_MS);
  watch.unref();
}
