import { dayBegunAt } from '#contract/rules/event-date.ts';
import { placeLine } from '#contract/rules/event-line.ts';
import { CHANGES_BY_MAIL } from '#contract/texts/words/mails.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { EventDetails } from '#server/event-fields.ts';
import { formPath } from '#server/form-store/form-address.ts';

/** The length of an event without an end. */
const USUAL_LENGTH_MS = HOUR_MS;

/** An event with a date, as calendars show it. */
export interface DatedEvent extends EventDetails {
  readonly id: string;
  readonly startsAt: Date;
  /** Grows with each change that calendars should show. */
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
function spanOf({ startsAt, endsAt }: DatedEvent, timeZone: string): Pick<CalendarEntry, 'start' | 'end' | 'isAllDay'> {
  const start = dayBegunAt(startsAt, timeZone);
  if (start !== undefined) {
    const end = endsAt === null ? new Date(start.getTime() + DAY_MS) : dayBegunAt(endsAt, timeZone);
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

/** An event as it is in the calendars of people who signed up for it. */
export interface VisitorEvent extends DatedEvent {
  readonly seriesId: string;
  readonly seriesTitle: string;
}

export interface EntrySettings {
  /** Address of this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly timeZone: string;
}

/** It has no link to the attendee's own page, since calendars are shared. */
export const visitorEntry = (event: VisitorEvent, { publicUrl, timeZone }: EntrySettings): CalendarEntry =>
  entryOf(event, {
    lines: [event.seriesTitle, event.joinUrl, CHANGES_BY_MAIL],
    url: `${publicUrl}${formPath({ kind: 'series', id: event.seriesId, title: event.seriesTitle })}`,
    timeZone,
  });
