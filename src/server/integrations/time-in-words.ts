const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Up to two minutes are written in seconds, up to two hours in minutes. */
const FEW = 2;

/** A duration, rounded up: `45 seconds`, `10 minutes`, `24 hours`. */
export function inWords(ms: number): string {
  if (ms > FEW * HOUR_MS) return `${Math.ceil(ms / HOUR_MS)} hours`;
  if (ms > FEW * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} minutes`;
  const seconds = Math.ceil(ms / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
