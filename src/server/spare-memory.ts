import v8 from 'node:v8';

/** How much garbage may pile up before it is collected, as a percentage of what is in use. */
const GARBAGE_PERCENT = 25;

let running = 0;

/** V8's defaults are 2 and 0, by which it decides itself. */
function letGrow(youngFactor: number, garbagePercent: number): void {
  v8.setFlagsFromString(`--semi-space-growth-factor=${youngFactor}`);
  v8.setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/**
 * Passes on the parts of a long file. While at least one is read, the process collects its garbage earlier: V8 would let it grow by
 * 200 MB, though all that goes through it is garbage at once.
 */
export async function* spareMemory<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  running += 1;
  if (running === 1) letGrow(1, GARBAGE_PERCENT);
  try {
    yield* parts;
  } finally {
    running -= 1;
    if (running === 0) letGrow(2, 0);
  }
}
