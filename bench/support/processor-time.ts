import fs from 'node:fs';

/** The kernel's unit of processor time, a hundredth of a second. */
const TICK_MS = 10;

interface Counted {
  readonly parent: number;
  readonly ms: number;
}

function countedOf(pid: string): Counted | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined; // The process has ended.
  }
}

/**
 * Milliseconds of processor time that these processes and their children have used so far; other work on the machine does not affect it. Undefined without
 * /proc.
 */
export function processorTime(pids: readonly number[]): number | undefined {
  if (!fs.existsSync('/proc/self/stat')) return undefined;
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const counted = processes.map((pid) => ({ pid: Number(pid), ...countedOf(pid) }));
  return counted.reduce((sum, { pid, parent = 0, ms = 0 }) => (pids.includes(pid) || pids.includes(parent) ? sum + ms : sum), 0);
}
