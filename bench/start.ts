import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from './support/figures.ts';
import { memoryOf } from './support/memory.ts';
import { startTurnout, temporaryData } from './support/processes.ts';

const REST_MS = 5_000;

/** Measures the start of web and worker in one process, on an empty folder and again, and the memory at rest. */
export async function benchStart(): Promise<Finding[]> {
  const { dataDir, remove } = temporaryData();
  try {
    const first = await startTurnout({ DATA_DIR: dataDir });
    await first.stop();
    const second = await startTurnout({ DATA_DIR: dataDir });
    await sleep(REST_MS);
    const memory = memoryOf(second);
    await second.stop();
    return [
      { what: 'first start, with initdb', figure: first.startMs, unit: 'ms', limit: { atMost: 3_000 } },
      { what: 'next start', figure: second.startMs, unit: 'ms', limit: { atMost: 1_500 } },
      { what: 'memory at rest', figure: memory, unit: 'MB', limit: { atMost: 160 } },
    ];
  } finally {
    remove();
  }
}
