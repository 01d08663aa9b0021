import type { CalendarService } from '#contract/events/calendar.ts';
import type { CalendarEntry } from './calendar-entry.ts';

const OUTLOOK_HOSTS = { outlook: 'outlook.live.com', office: 'outlook.office.com' } as const;

/** `2027-01-12T09:30:00Z`, or `2027-01-12` of an entry for whole days. */
const timeOf = (time: Date, { isAllDay }: CalendarEntry): string => time.toISOString().replace(isAllDay ? /T.*$/ : /\.\d+/, '');

const withQuery = (address: string, query: Record<string, string>): string =>
  // Outlook shows a plus sign as it is.
  `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;

function googleAddress(entry: CalendarEntry): string {
  const dates = [entry.start, entry.end].map((time) => timeOf(time, entry).replaceAll(/[-:]/g, '')).join('/');
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: entry.title,
    dates,
    details: `${entry.description}\n${entry.url}`,
    location: entry.location,
  });
}

/** The page of a calendar service that adds this entry. */
export function serviceAddress(service: CalendarService, entry: CalendarEntry): string {
  if (service === 'google') return googleAddress(entry);
  return withQuery(`https://${OUTLOOK_HOSTS[service]}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: timeOf(entry.start, entry),
    enddt: timeOf(entry.end, entry),
    ...(entry.isAllDay ? { allday: 'true' } : {}),
    body: `${entry.description}\n${entry.url}`,
    location: entry.location,
  });
}
