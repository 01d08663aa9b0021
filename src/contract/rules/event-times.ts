import { DAY_MS } from '../time.ts';
import { dayBegunAt, parseEventDate } from './event-date.ts';

export const OFFER_ENDS_BEFORE_HOURS = 2;
/** A person with less time than this to accept an offer is given the place immediately. */
export const OFFER_MIN_HOURS = 1;

/** Days until the next event, rounded up; 0 if there is none. */
export const daysUntil = (next: Date | null, now: Date): number =>
  next === null ? 0 : Math.ceil((next.getTime() - now.getTime()) / DAY_MS);

export interface EventTimes {
  readonly date: string | null;
  readonly end_date?: string | null | undefined;
}

/** When an event ends, in milliseconds since 1970: without an end when it starts, or at the next midnight if a day begins then; infinity without a date. */
export function endOf({ date, end_date: end }: EventTimes, timeZone: string): number {
  if (date === null) return Infinity;
  const day = end ? undefined : dayBegunAt(new Date(date), timeZone);
  if (day === undefined) return Date.parse(end ?? date);
  const next = new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10);
  return parseEventDate(next, timeZone)?.getTime() ?? Infinity;
}

export const hasBegun = ({ date }: EventTimes, now: number): boolean => date !== null && Date.parse(date) <= now;

interface ClosingEvent extends EventTimes {
  readonly closes_at?: string | null | undefined;
  readonly is_cancelled?: boolean | null | undefined;
}

/** Before anyone signs up. */
const EVER_SINCE = new Date(0).toISOString();

/** An event with its end, and with the time at which it closes: its end, unless staff have set another one, `until`, or have cancelled it. */
export function withClosing<E extends ClosingEvent>(event: E, timeZone: string) {
  const ends = endOf(event, timeZone);
  const until = event.closes_at ?? undefined;
  const closing = event.is_cancelled ? EVER_SINCE : until;
  return { ...event, ends, until, closes_at: closing ?? (ends === Infinity ? undefined : new Date(ends).toISOString()) };
}
