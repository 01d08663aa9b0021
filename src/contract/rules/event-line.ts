export const DATE_TO_BE_ANNOUNCED = 'Date to be announced';

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

/** By time zone: creating a format takes a hundred times as long as using it. */
const FORMATS = new Map<string, Formats>();

function formatsOf(timeZone: string): Formats {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const formats = {
    day: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }),
  };
  FORMATS.set(timeZone, formats);
  return formats;
}

/** The date of an event, or another moment, in en-GB: `Tuesday 12 January 2027, 09:30 GMT`, with a no-break space before the zone. */
export function eventLine(date: string | null, timeZone: string): string {
  if (date === null) return DATE_TO_BE_ANNOUNCED;
  const moment = new Date(date);
  const { day, time } = formatsOf(timeZone);
  const [clock, zone] = time.format(moment).split(' ');
  return `${day.format(moment).replace(',', '')}, ${clock}\u00a0${zone}`;
}
