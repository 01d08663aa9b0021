import { DAY_MS } from '../time.ts';
import { clockOf, movedByDays } from './event-date.ts';

/** An offer ends this long before the event. */
export const OFFER_ENDS_BEFORE_HOURS = 2;
/** A person who would have less time than this to accept an offer is given the place immediately. */
export const OFFER_MIN_HOURS = 1;

/** Days until the next event, rounded up; 0 when there is none. */
export const daysUntil = (next: Date | null, now: Date): number =>
  next === null ? 0 : Math.ceil((next.getTime() - now.getTime()) / DAY_MS);

export interface EventTimes {
  readonly date: string | null;
  readonly end_date?: string | null | undefined;
}

/** When an event ends, in milliseconds since 1970: without an end when it starts, or at the next midnight if that is at 00:00; infinity without a date. */
export function endOf({ date, end_date: end }: EventTimes, timeZone: string): number {
  if (date === null) return Infinity;
  const start = new Date(date);
  const isAllDay = !end && clockOf(start, timeZone).getTime() % DAY_MS === 0;
  return (isAllDay ? movedByDays(start, 1, timeZone) : new Date(end ?? date))?.getTime() ?? Infinity;
}

export const hasBegun = ({ date }: EventTimes, now: number): boolean => date !== null && Date.parse(date) <= now;

interface ClosingEvent extends EventTimes {
  readonly closes_at?: string | null | undefined;
  readonly is_cancelled?: boolean | null | undefined;
}

/** Before anybody signs up. */
const EVER_SINCE = new Date(0).toISOString();

/** An event with its end, and with the time at which it closes: its end, unless staff have set another one, `until`, or have cancelled it. */
export function withClosing<E extends ClosingEvent>(event: E, timeZone: string) {
  const ends = endOf(event, timeZone);
  if (event.is_cancelled) return { ...event, ends, until: undefined, closes_at: EVER_SINCE };
  const until = event.closes_at ?? undefined;
  return { ...event, ends, until, closes_at: until ?? (ends === Infinity ? undefined : new Date(ends).toISOString()) };
}
