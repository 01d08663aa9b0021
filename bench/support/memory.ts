import { execFileSync } from 'node:child_process';

const KB_PER_MB = 1_024;
const LOOK_EVERY_MS = 100;

/** The resident memory of a process, in MB. */
export function memoryOf({ pid }: { readonly pid: number }): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / KB_PER_MB;
}

/** The peak memory of a process while `work` runs, in MB. */
export async function highestMemory(ofProcess: { readonly pid: number }, work: () => Promise<unknown>): Promise<number> {
  let highest = memoryOf(ofProcess);
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryOf(ofProcess));
  }, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest;
}

/** By how many MB the memory of a process grows at most while `work` runs. */
export async function memoryGrowth(ofProcess: { readonly pid: number }, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(ofProcess);
  return (await highestMemory(ofProcess, work)) - before;
}
