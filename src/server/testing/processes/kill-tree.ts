import { execFileSync } from 'node:child_process';

/** The process ids of a process's children; Linux and macOS. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return []; // pgrep exits with 1 when there are none.
  }
}

/** Finds a process and its children; gives a function that kills them all at the same time, as a power cut would. */
export function killerOf(pid: number): () => void {
  const pids = [pid, ...childrenOf(pid)];
  return () => {
    for (const each of pids) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
  };
}
