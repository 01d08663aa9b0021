import { DAY_MS } from './time.ts';

/** An offer ends this long before the event. */
export const OFFER_ENDS_BEFORE_HOURS = 2;
/** A person who would have less time than this to accept an offer is given the place immediately. */
export const OFFER_MIN_HOURS = 1;

/** Days until the next event, rounded up; 0 when there is none. */
export const daysUntil = (next: Date | null, now: Date): number =>
  next === null ? 0 : Math.ceil((next.getTime() - now.getTime()) / DAY_MS);

/** Whether an event is over: by its end, or by its beginning while it has none. */
export function hasPassed({ date, end_date: end }: { readonly date: string | null; readonly end_date: string | null }, now: Date): boolean {
  const last = end ?? date;
  return last !== null && new Date(last) < now;
}
