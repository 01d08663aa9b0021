const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Up to two of a unit are told in the next smaller one. */
const FEW = 2;

/** How long something takes, about, rounded up: `45 seconds`, `10 minutes`, `24 hours`. */
export function inWords(ms: number): string {
  if (ms > FEW * HOUR_MS) return `${Math.ceil(ms / HOUR_MS)} hours`;
  if (ms > FEW * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} minutes`;
  const seconds = Math.ceil(ms / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
