import ical, {
  escape,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { CalendarEntry } from './calendar-entry.ts';

const PRODUCT = { company: 'Turnout', product: 'Turnout' };
/** How often those who subscribed may read again. */
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

function published(entries: readonly CalendarEntry[]): ICalCalendar {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH });
  for (const entry of entries) calendar.createEvent({ ...toEvent(entry), status: ICalEventStatus.CONFIRMED });
  return calendar;
}

/** The library leaves out the line end after the last line, which strict readers want (RFC 5545, 3.1). */
const written = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** A file to download. It has no name, since Outlook would open a new calendar for it. */
export const publishedFile = (entry: CalendarEntry): string => written(published([entry]));

const ENTRY_BEGINS = 'BEGIN:VEVENT';
const FILE_ENDS = 'END:VCALENDAR';

/** An entry of a calendar to subscribe to. */
export function feedEntry(entry: CalendarEntry): string {
  const file = publishedFile(entry);
  return file.slice(file.indexOf(ENTRY_BEGINS), file.lastIndexOf(FILE_ENDS));
}

/** A calendar to subscribe to, of these entries. */
export function feedFile(name: string, entries: readonly string[]): string {
  // The library writes the name as it is.
  const file = written(published([]).name(escape(name, false)).ttl(FEED_SECONDS));
  const end = file.lastIndexOf(FILE_ENDS);
  return [file.slice(0, end), ...entries, file.slice(end)].join('');
}

function sent(method: ICalCalendarMethod, status: ICalEventStatus, entry: CalendarEntry, { organizer, attendee }: Invitation): string {
  const calendar = ical({ prodId: PRODUCT, method });
  calendar.createEvent({
    ...toEvent(entry),
    status,
    organizer: { name: organizer.name, email: organizer.address },
    attendees: [{ name: attendee.name, email: attendee.address, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return written(calendar);
}

/** The file in a mail that confirms or changes a registration: Outlook and Google update an entry only by a request. */
export const requestedFile = (entry: CalendarEntry, invitation: Invitation): string =>
  sent(ICalCalendarMethod.REQUEST, ICalEventStatus.CONFIRMED, entry, invitation);

/** The file in a mail after which the entry is to go. */
export const cancelledFile = (entry: CalendarEntry, invitation: Invitation): string =>
  sent(ICalCalendarMethod.CANCEL, ICalEventStatus.CANCELLED, entry, invitation);
