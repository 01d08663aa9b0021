import v8 from 'node:v8';

/**
 * By what factor the young generation may grow, and how much garbage may pile up before it is collected, as a percentage of what is in use.
 * V8 itself would let up to 300 % pile up: sign-ups that wait for a silent database would need 470 MB.
 */
const GROWTH = { usual: [2, 200], sparing: [1, 100] } as const;

/** Sets how the memory of this process grows. */
export function letHeapGrow(how: keyof typeof GROWTH): void {
  const [youngFactor, garbagePercent] = GROWTH[how];
  v8.setFlagsFromString(`--semi-space-growth-factor=${youngFactor}`);
  v8.setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}
