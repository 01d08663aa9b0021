const DAY_MS = 86_400_000;

/** Days until the next event, rounded up; 0 when there is none. */
export const daysUntil = (next: Date | null, now: Date): number =>
  next === null ? 0 : Math.ceil((next.getTime() - now.getTime()) / DAY_MS);
