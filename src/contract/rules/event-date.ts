import { byTimeZone, DAY_MS, MINUTE_MS } from '../time.ts';

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;
const FIRST_DAY = '1900-01-01';
/** The last hours of 9999 may be in the year 10000 in another zone. */
const LAST_DAY = '9998-12-31';

const formatOf = byTimeZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Offset of the zone from UTC at this moment, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const shown = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map((part) => [part.type, Number(part.value)]),
  );
  const local = Date.UTC(shown.year ?? 0, (shown.month ?? 1) - 1, shown.day, shown.hour, shown.minute, shown.second);
  return local - Math.floor(time / 1_000) * 1_000;
}

/** The clock of `timeZone` at this moment, as a date in UTC. */
export const clockOf = (date: Date, timeZone: string): Date => new Date(date.getTime() + offsetAt(date.getTime(), timeZone));

/** The day of `timeZone` that begins at this moment, as a date in UTC: at 00:00, or later if the clocks skip that. Undefined for any other moment. */
export function dayBegunAt(date: Date, timeZone: string): Date | undefined {
  const [before, day] = [date.getTime() - 1, date.getTime()].map((time) => Math.floor((time + offsetAt(time, timeZone)) / DAY_MS));
  return before === day || day === undefined ? undefined : new Date(day * DAY_MS);
}

/** The day after the last one of what ends at this moment: at 00:00, or at 23:59, as many people write it. */
export const dayAfterEnd = (end: Date, timeZone: string): Date | undefined =>
  dayBegunAt(end, timeZone) ?? dayBegunAt(new Date(Math.floor(end.getTime() / MINUTE_MS + 1) * MINUTE_MS), timeZone);

/** A time that occurs twice means the first; a skipped time moves forward by the gap: 02:30 becomes 03:30. */
function momentInZone(local: number, timeZone: string): number {
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const isShownAt = (time: number): boolean => time + offsetAt(time, timeZone) === local;
  return isShownAt(before) || !isShownAt(after) ? before : after;
}

/** Without a time it means 00:00, without a zone it is in `timeZone`; undefined for anything but a date from 1900 to 9998. */
export function parseEventDate(text: string, timeZone: string): Date | undefined {
  const [, day = '', clock = '00:00', seconds = '00', fraction = '', zone] = ISO_DATE.exec(text.trim()) ?? [];
  if (day < FIRST_DAY || day > LAST_DAY) return undefined;
  const written = `${day}T${clock}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const inUtc = new Date(`${written}Z`);
  // JavaScript reads 30 February as 2 March; of other invalid dates `toJSON` is null.
  if (inUtc.toJSON() !== `${written}Z`) return undefined;
  if (zone === undefined) return new Date(momentInZone(inUtc.getTime(), timeZone));
  return new Date(written + zone.replace(/(\d\d)(\d\d)$/, '$1:$2'));
}

/** The start, in `timeZone`, of the day this moment falls on. */
export const dayStartOf = (date: Date, timeZone: string): Date =>
  parseEventDate(clockOf(date, timeZone).toISOString().slice(0, 10), timeZone) ?? date;

/** The same time of day in `timeZone`, this many days later; undefined if that is not from 1900 to 9998. */
export function movedByDays(date: Date, days: number, timeZone: string): Date | undefined {
  if (days === 0) return date;
  const local = new Date(clockOf(date, timeZone).getTime() + days * DAY_MS);
  return parseEventDate(local.toISOString().slice(0, -1), timeZone);
}

type Span = readonly [start: Date | null, end: Date | null];

/** Both, moved by days; if the clocks skip an hour between them, the end still comes after the start. Undefined as in `movedByDays`. */
export function spanMovedByDays([start, end]: Span, days: number, timeZone: string): Span | undefined {
  const [newStart, newEnd] = [start && movedByDays(start, days, timeZone), end && movedByDays(end, days, timeZone)];
  if (newStart === undefined || newEnd === undefined) return undefined;
  const isTurned = start && end && newStart && newEnd && newEnd <= newStart;
  return [newStart, isTurned ? new Date(newStart.getTime() + end.getTime() - start.getTime()) : newEnd];
}

/** A time that moves with the start of its event, keeping its distance by the clock of `timeZone`. */
export function movedWithStart([start, time]: readonly [start: Date, time: Date], newStart: Date, timeZone: string): Date {
  const onClock = (date: Date): number => clockOf(date, timeZone).getTime();
  return new Date(momentInZone(onClock(newStart) + onClock(time) - onClock(start), timeZone));
}

/** `movedWithStart` for the end of an event, which comes after the start even if the clocks skip an hour between them. */
export function movedEnd([start, end]: readonly [start: Date, end: Date], newStart: Date, timeZone: string): Date {
  const moved = movedWithStart([start, end], newStart, timeZone);
  return moved > newStart ? moved : new Date(newStart.getTime() + end.getTime() - start.getTime());
}

/** Whether a text is an ISO 8601 date, with or without time and zone. */
export const isEventDate = (text: string): boolean => parseEventDate(text, 'UTC') !== undefined;
