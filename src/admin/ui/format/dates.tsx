import { useEffect, useState } from 'react';
import { clockOf } from '#contract/rules/event-date.ts';
import { spanInWords } from '#contract/rules/event-line.ts';
import { daysUntil } from '#contract/rules/event-times.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';

/** Formats of ISO 8601 moments in en-GB and one time zone, assembled from parts, since browsers place the commas of en-GB differently. */
export function createDates(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'long', year: 'numeric' });
  const partsOf = (iso: string) => {
    const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
    // Some browsers abbreviate September to four letters.
    return (type: Intl.DateTimeFormatPartTypes) => (type === 'month' ? (parts.get(type) ?? '').slice(0, 3) : (parts.get(type) ?? ''));
  };
  const dayOfYear = (iso: string) => {
    const part = partsOf(iso);
    return `${part('weekday')} ${part('day')} ${part('month')}`;
  };
  const day = (iso: string) => `${dayOfYear(iso)} ${partsOf(iso)('year')}`;
  const time = (iso: string) => {
    const part = partsOf(iso);
    return `${part('hour')}:${part('minute')}`;
  };
  const zone = (iso: string) => partsOf(iso)('timeZoneName');
  const key = (iso: string) => clockOf(new Date(iso), timeZone).toISOString().slice(0, 10);
  const span = (iso: string, end?: string | null) => spanInWords({ day, time, zone }, iso, end).replaceAll('\u00a0', ' ');
  return {
    timeZone,
    day,
    /** `Thu 26 Nov`, where the year is obvious. */
    dayOfYear,
    time,
    /** `GMT` or `BST`, depending on the day. */
    zone,
    /** `Thu 26 Nov 2026, 09:30 GMT` */
    dayAndTime: (iso: string) => span(iso),
    /** `Thu 26 Nov 2026, 09:30–17:00 GMT`, as `dayAndTime` without an end, and without times where an event lasts whole days. */
    span,
    /** `Nov` and `26`, for the tile of an event. */
    tile: (iso: string) => ({ month: partsOf(iso)('month'), day: partsOf(iso)('day') }),
    month: (iso: string) => monthFormat.format(new Date(iso)),
    /** `2026-11-26`, for comparing days. */
    key,
    isSameDay: (iso: string, other: string) => key(iso) === key(other),
  };
}

/** The formats in the events' time zone, which is set before anything is shown. */
export let dates = createDates('Europe/London');

export function setTimeZone(timeZone: string): void {
  dates = createDates(timeZone);
}

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' });
const dayFormat = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** The time between two moments: `just now`, `5 minutes ago`, `in 3 days`. Show the absolute time on hover. */
export function relativeTime(iso: string, now: Date): string {
  const difference = new Date(iso).getTime() - now.getTime();
  const size = Math.abs(difference);
  if (size < MINUTE_MS) return 'just now';
  if (size < HOUR_MS) return relative.format(Math.trunc(difference / MINUTE_MS), 'minute');
  if (size < DAY_MS) return relative.format(Math.trunc(difference / HOUR_MS), 'hour');
  return relative.format(Math.trunc(difference / DAY_MS), 'day');
}

/** How long ago a day of UTC was, such as `2026-11-26`: `today`, `yesterday`, `3 days ago`. */
export function lastDay(day: string, now: Date): string {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return dayFormat.format(Math.round((Date.parse(day) - today) / DAY_MS), 'day');
}

function nearDay(iso: string, now: Date): string | undefined {
  if (dates.isSameDay(iso, now.toISOString())) return 'today';
  return dates.isSameDay(iso, new Date(now.getTime() + DAY_MS).toISOString()) ? 'tomorrow' : undefined;
}

/** `today`, `tomorrow`, otherwise `in 6 days` as the dashboard's cards count them; `soon` by a clock that is fast. */
export const daysAhead = (iso: string, now: Date): string =>
  nearDay(iso, now) ?? (iso < now.toISOString() ? 'soon' : `in ${formatCount(daysUntil(new Date(iso), now))} days`);

/** `today at 22:30`, `tomorrow at 22:30`, otherwise `Thu 26 Nov at 22:30`. */
export const nearTime = (iso: string, now: Date): string => `${nearDay(iso, now) ?? dates.dayOfYear(iso)} at ${dates.time(iso)}`;

/** Start of the viewer's day as ISO 8601; "today" means this day in lists (D7). */
export const startOfToday = (now: Date): string => new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();

/** The current time, by default updated every minute. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export const useStartOfToday = (): string => startOfToday(useNow());

/** A moment in the events' time zone, which it names. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{dates.dayAndTime(at)}</time>;

/** How long ago a moment was, kept current, with its date and time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={dates.dayAndTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
