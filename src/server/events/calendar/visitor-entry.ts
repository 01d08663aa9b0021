import { CHANGES_BY_MAIL } from '#contract/texts/words/mails.ts';
import { formPath } from '#server/forms/form-address.ts';
import { type CalendarEntry, type DatedEvent, entryOf } from './calendar-entry.ts';

/** An event as those who signed up for it have it in their calendars. */
export interface VisitorEvent extends DatedEvent {
  readonly seriesId: string;
  readonly seriesTitle: string;
}

export interface EntrySettings {
  /** Address of this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly timeZone: string;
}

/** It has no address of the attendee's own, since calendars are shared. */
export const visitorEntry = (event: VisitorEvent, { publicUrl, timeZone }: EntrySettings): CalendarEntry =>
  entryOf(event, {
    lines: [event.seriesTitle, event.joinUrl, CHANGES_BY_MAIL],
    url: `${publicUrl}${formPath({ kind: 'series', id: event.seriesId, title: event.seriesTitle })}`,
    timeZone,
  });
