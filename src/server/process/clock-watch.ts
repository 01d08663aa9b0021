import type { Logger } from 'pino';

const INTERVAL_MS = 1_000;
/** As far as clocks may be apart before the doctor warns. */
const JUMP_MS = 2_000;

/** Logs each jump of this machine's clock against the time that has passed, as when it is set or the machine has slept. @returns stops it */
export function watchClock(log: Pick<Logger, 'warn'>, now = Date.now): () => void {
  const read = () => now() - performance.now();
  let last = read();
  const timer = setInterval(() => {
    const current = read();
    const jumpedMs = current - last;
    last = current;
    if (Math.abs(jumpedMs) < JUMP_MS) return;
    log.warn(
      { seconds: Math.round(jumpedMs / 1_000) },
      'The clock of this machine has jumped: synchronise it, and see ‘When a clock jumps’ in docs/operations.md',
    );
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
