import { DATE_TO_BE_ANNOUNCED } from '../texts/words/form.ts';
import { byTimeZone } from '../time.ts';

/** The last moment of something that ends then: midnight belongs to the day before. */
export const justBefore = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

type MomentWords = Readonly<Record<'day' | 'time' | 'zone', (iso: string) => string>>;

/**
 * `{day}, 09:30 GMT`, or with an end `{day}, 09:30–17:00 GMT` or `{day}, 09:30 – {day}, 17:00 GMT`; start and end each have their zone if the zones differ. The
 * times of an event that lasts whole days are omitted; with `end` undefined, the time is always shown.
 */
export function spanInWords({ day, time, zone }: MomentWords, start: string, end?: string | null): string {
  const isWholeDays = end !== undefined && /^00:00 (?:00:00|23:59)$/.test(`${time(start)} ${time(end ?? start)}`);
  const last = end ? justBefore(end) : start;
  if (isWholeDays) return [...new Set([start, last].map(day))].join(' – ');
  if (!end) return `${day(start)}, ${time(start)}\u00a0${zone(start)}`;
  const isOneZone = zone(start) === zone(end);
  const isOneDay = day(start) === day(end);
  const from = `${day(start)}, ${time(start)}${isOneZone ? '' : `\u00a0${zone(start)}`}`;
  const to = `${isOneDay ? '' : `${day(end)}, `}${time(end)}\u00a0${zone(end)}`;
  return `${from}${isOneDay && isOneZone ? '–' : ' – '}${to}`;
}

const formatsOf = byTimeZone((timeZone) => ({
  day: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }),
}));

/** The date of an event with its end, if any, or another moment, in en-GB: `Tuesday 12 January 2027, 09:30 GMT`, with a no-break space before the zone. */
export function eventLine(date: string | null, timeZone: string, end?: string | null): string {
  if (date === null) return DATE_TO_BE_ANNOUNCED;
  const { day, time } = formatsOf(timeZone);
  const words: MomentWords = {
    day: (iso) => day.format(new Date(iso)).replace(',', ''),
    time: (iso) => clockTime(new Date(iso), timeZone),
    zone: (iso) => time.format(new Date(iso)).split(' ')[1] ?? '',
  };
  return spanInWords(words, date, end);
}

/** `14:05` */
export const clockTime = (at: Date, timeZone: string): string => formatsOf(timeZone).time.format(at).split(' ')[0] ?? '';

export const mapAddress = (mapUrl: string, address: string): string => mapUrl.replaceAll('{address}', () => encodeURIComponent(address));

/** Where an event is, on one line: `Harbour House, 14 Quay Street, Bristol`; empty when it is not set. */
export const placeLine = (venue: string | null | undefined, address: string | null | undefined): string =>
  [venue ?? '', ...(address ?? '').split(/[\r\n]+/)]
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ');
