import ical, {
  escape,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { CalendarService } from '#contract/events/calendar.ts';
import { asciiAddress } from '#contract/rules/email.ts';
import { dayAfterEnd, dayBegunAt } from '#contract/rules/event-date.ts';
import { placeLine } from '#contract/rules/event-line.ts';
import { escapeHtml } from '#contract/rules/text.ts';
import { CHANGES_BY_MAIL } from '#contract/texts/words/mails.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { EventDetails } from '#server/event-fields.ts';
import { formPath } from '#server/form-store/form-address.ts';

/** The length of an event without an end. */
const USUAL_LENGTH_MS = HOUR_MS;

export interface DatedEvent extends EventDetails {
  readonly id: string;
  readonly startsAt: Date;
  /** Increases with each change that calendars should show. */
  readonly sequence: number;
}

export interface CalendarEntry {
  /** Never changes, so that calendars recognise the event. */
  readonly id: string;
  readonly sequence: number;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  /** Start and end are dates, in UTC; the end is the day after the last one. */
  readonly isAllDay: boolean;
  readonly location: string;
  readonly description: string;
  readonly url: string;
}

/** An event from midnight to midnight of `timeZone`, or from midnight without an end, lasts whole days. */
export function spanOf(
  { startsAt, endsAt }: Pick<DatedEvent, 'startsAt' | 'endsAt'>,
  timeZone: string,
): Pick<CalendarEntry, 'start' | 'end' | 'isAllDay'> {
  const start = dayBegunAt(startsAt, timeZone);
  if (start !== undefined) {
    const end = endsAt === null ? new Date(start.getTime() + DAY_MS) : dayAfterEnd(endsAt, timeZone);
    if (end !== undefined) return { start, end, isAllDay: true };
  }
  return { start: startsAt, end: endsAt ?? new Date(startsAt.getTime() + USUAL_LENGTH_MS), isAllDay: false };
}

/** The calendar entry of an event, with these lines as its description. */
export function entryOf(
  event: DatedEvent,
  { lines, url, timeZone }: { readonly lines: readonly (string | null)[]; readonly url: string; readonly timeZone: string },
): CalendarEntry {
  const { id, sequence, title, joinUrl } = event;
  const place = placeLine(event.venue, event.venueAddress);
  return {
    id,
    sequence,
    title,
    ...spanOf(event, timeZone),
    location: place === '' ? (joinUrl ?? '') : place,
    description: lines.filter((line) => line !== null).join('\n'),
    url,
  };
}

/** An event as it appears in the calendars of people who signed up for it. */
export interface VisitorEvent extends DatedEvent {
  readonly seriesId: string;
  readonly seriesTitle: string;
}

export interface EntrySettings {
  /** Address of this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly timeZone: string;
}

/** It has no link to the attendee's self-service page, since calendars are shared. */
export const visitorEntry = (event: VisitorEvent, { publicUrl, timeZone }: EntrySettings): CalendarEntry =>
  entryOf(event, {
    lines: [event.seriesTitle, event.joinUrl, CHANGES_BY_MAIL],
    url: `${publicUrl}${formPath({ kind: 'series', id: event.seriesId, title: event.seriesTitle })}`,
    timeZone,
  });

const PRODUCT = { company: 'Turnout', product: 'Turnout' };
/** How often subscribed calendars may read the feed. */
export const FEED_SECONDS = 900;

interface Person {
  readonly name: string;
  readonly address: string;
}

interface Invitation {
  readonly organizer: Person;
  readonly attendee: Person;
}

/** Times are instants in UTC: a zone without its rules would shift them in Outlook. */
const toEvent = ({ id, sequence, title, start, end, isAllDay, location, description, url }: CalendarEntry): ICalEventData => ({
  id,
  sequence,
  start,
  end,
  allDay: isAllDay,
  summary: title,
  ...(location === '' ? {} : { location }),
  description,
  url,
});

function published(entries: readonly CalendarEntry[], status = ICalEventStatus.CONFIRMED): ICalCalendar {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH });
  for (const entry of entries) calendar.createEvent({ ...toEvent(entry), status });
  return calendar;
}

/** Strict readers want a line end after the last line and no control characters (RFC 5545, 3.1 and 3.3.11); the library omits the former and keeps the latter. */
const written = (calendar: ICalCalendar): string => `${calendar.toString().replaceAll(/[^\P{Cc}\t\r\n]/gu, '')}\r\n`;

/** A file to download. It has no name, since Outlook would open a new calendar for it. */
export const publishedFile = (entry: CalendarEntry): string => written(published([entry]));

const ENTRY_BEGINS = 'BEGIN:VEVENT';
const FILE_ENDS = 'END:VCALENDAR';

export function feedEntry(entry: CalendarEntry, isCancelled: boolean): string {
  const file = written(published([entry], isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED));
  return file.slice(file.indexOf(ENTRY_BEGINS), file.lastIndexOf(FILE_ENDS));
}

/** A calendar to subscribe to, of these entries. */
export function feedFile(name: string, entries: readonly string[]): string {
  // The library writes the name unchanged.
  const file = written(published([]).name(escape(name, false)).ttl(FEED_SECONDS));
  const end = file.lastIndexOf(FILE_ENDS);
  return [file.slice(0, end), ...entries, file.slice(end)].join('');
}

/** The address as in the mail and with its marks encoded as in a URL, the name without marks that the library writes as `^'` and `^^` (RFC 6868), which few calendar programs read. */
const inFile = ({ name, address }: Person) => ({
  name: name.replaceAll('"', "'").replaceAll('^', ''),
  email: asciiAddress(address).replaceAll(/[%#?]/g, encodeURIComponent),
});

/** The file in a mail that adds, changes or removes an entry: Outlook and Google only update one through a request. A file to the organiser's own address is not one. */
export function mailedFile(method: 'REQUEST' | 'CANCEL', entry: CalendarEntry, invitation: Invitation | undefined): string {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[invitation === undefined ? 'PUBLISH' : method] });
  const event = calendar.createEvent({ ...toEvent(entry), status: ICalEventStatus[method === 'REQUEST' ? 'CONFIRMED' : 'CANCELLED'] });
  if (invitation !== undefined) {
    const { organizer, attendee } = invitation;
    event.organizer(inFile(organizer));
    event.createAttendee({ ...inFile(attendee), status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  }
  return written(calendar);
}

const OUTLOOK_HOSTS = { outlook: 'outlook.live.com', office: 'outlook.office.com' } as const;

/** `2027-01-12T09:30:00Z`, or `2027-01-12` of an entry for whole days. */
const timeOf = (time: Date, { isAllDay }: CalendarEntry): string => time.toISOString().replace(isAllDay ? /T.*$/ : /\.\d+/, '');

const withQuery = (address: string, query: Record<string, string>): string =>
  // Outlook shows a plus sign literally.
  `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;

const googleAddress = (entry: CalendarEntry): string =>
  withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: entry.title,
    dates: [entry.start, entry.end].map((time) => timeOf(time, entry).replaceAll(/[-:]/g, '')).join('/'),
    details: `${entry.description}\n${entry.url}`,
    location: entry.location,
  });

export function serviceAddress(service: CalendarService, entry: CalendarEntry): string {
  if (service === 'google') return googleAddress(entry);
  return withQuery(`https://${OUTLOOK_HOSTS[service]}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: timeOf(entry.start, entry),
    enddt: timeOf(entry.end, entry),
    ...(entry.isAllDay ? { allday: 'true' } : {}),
    // Outlook reads it as HTML.
    body: escapeHtml(`${entry.description}\n${entry.url}`).replaceAll('\n', '<br>'),
    location: entry.location,
  });
}
