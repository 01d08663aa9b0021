import { execFileSync } from 'node:child_process';

const KB_PER_MB = 1_024;
const LOOK_EVERY_MS = 100;

/** Resident memory of a process in MB, as the system counts it. */
export function memoryOf({ pid }: { readonly pid: number }): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / KB_PER_MB;
}

/** By how many MB the memory of a process is above what it was before, at most, while `work` runs. */
export async function memoryGrowth(ofProcess: { readonly pid: number }, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(ofProcess);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryOf(ofProcess));
  }, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest - before;
}
