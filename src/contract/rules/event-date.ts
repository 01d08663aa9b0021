const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

const DAY_MS = 86_400_000;
const FIRST_YEAR = 1900;
/** The last hours of 9999 may be in the year 10000 in another zone. */
const LAST_YEAR = 9998;

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly zone: string | undefined;
}

function partsOf(text: string): DateParts | undefined {
  const match = ISO_DATE.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.trunc(Number(`0.${fraction}`) * 1_000),
    zone,
  };
}

/** Milliseconds of the parts as UTC; undefined for an invalid day or time. */
function utcTime(parts: DateParts): number | undefined {
  const time = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second, parts.millisecond);
  const back = new Date(time);
  const isReal =
    parts.year >= FIRST_YEAR &&
    parts.year <= LAST_YEAR &&
    back.getUTCMonth() === parts.month - 1 &&
    back.getUTCDate() === parts.day &&
    back.getUTCHours() === parts.hour &&
    back.getUTCMinutes() === parts.minute &&
    back.getUTCSeconds() === parts.second;
  return isReal ? time : undefined;
}

/** The written offset in minutes; undefined when it is invalid. */
function writtenOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Offset of the zone from UTC at this moment, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const shown = Object.fromEntries(format.formatToParts(time).map((part) => [part.type, Number(part.value)]));
  const local = Date.UTC(shown.year ?? 0, (shown.month ?? 1) - 1, shown.day, shown.hour, shown.minute, shown.second);
  return local - Math.floor(time / 1_000) * 1_000;
}

/**
 * The moment of a local time in a zone. A time that occurs twice means the first; one that is skipped is moved forward by the gap: 02:30 in
 * a gap of an hour is 03:30.
 */
function momentInZone(local: number, timeZone: string): number {
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const isShownAt = (time: number): boolean => time + offsetAt(time, timeZone) === local;
  return isShownAt(before) || !isShownAt(after) ? before : after;
}

/**
 * The moment of an event's `date`. Without a time it means 00:00, without a zone it is in `timeZone`. Undefined for anything but an ISO
 * 8601 date of the years 1900 to 9998.
 */
export function parseEventDate(text: string, timeZone: string): Date | undefined {
  const parts = partsOf(text.trim());
  const time = parts === undefined ? undefined : utcTime(parts);
  if (parts === undefined || time === undefined) return undefined;
  if (parts.zone === undefined) return new Date(momentInZone(time, timeZone));
  const offset = writtenOffset(parts.zone);
  return offset === undefined ? undefined : new Date(time - offset * 60_000);
}

/** Whether a text is an ISO 8601 date, with or without time and zone. */
export const isEventDate = (text: string): boolean => parseEventDate(text, 'UTC') !== undefined;
