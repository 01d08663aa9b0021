const DAY_MS = 86_400_000;

/**
 * Days until the next event: the ceiling of the difference in milliseconds divided by a day; 0 when there is none
 * (spec section 9).
 */
export const daysUntil = (next: Date | null, now: Date): number =>
  next === null ? 0 : Math.ceil((next.getTime() - now.getTime()) / DAY_MS);
