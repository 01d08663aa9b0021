export const DATE_TO_BE_ANNOUNCED = 'Date to be announced';

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

/** By time zone: making them takes a hundred times as long as using them, and a page or a backlog of mails has many dates. */
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

/**
 * When an event is, as people read it: `Tuesday 12 January 2027, 09:30 GMT`, in the given time zone and en-GB
 * (decision 7, spec section 9), a no-break space before the zone.
 */
export function eventLine(date: string | null, timeZone: string): string {
  if (date === null) return DATE_TO_BE_ANNOUNCED;
  const moment = new Date(date);
  const { day, time } = formatsOf(timeZone);
  const [clock, zone] = time.format(moment).split(' ');
  return `${day.format(moment).replace(',', '')}, ${clock}\u00a0${zone}`;
}
