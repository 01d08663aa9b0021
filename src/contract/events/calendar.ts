import { z } from 'zod';
import { endpoint, publicRead, staffRead, staffWrite } from '../endpoint.ts';
import { id } from '../wire-text.ts';

/** The service whose page adds an event to a calendar; without one, it is a file. */
export const calendarService = z.enum(['google', 'outlook', 'office']);

const calendarFeedSchema = z.object({
  id,
  /** Null for all series. */
  series_id: id.nullable(),
  series_title: z.string().nullable(),
  /** The last day on which a calendar read it. */
  read_on: z.iso.date().nullable(),
});

export const calendarCalls = {
  getEventCalendar: endpoint(publicRead, '/event_series/:id/event/:eventId/calendar', {
    query: z.object({ to: calendarService.optional() }),
    response: 'calendar',
    summary: 'A visible event with a date as a calendar file, or a redirect to a calendar service, if its series has calendar entries',
  }),

  listCalendarFeeds: endpoint(staffRead, '/calendar_feed', {
    response: z.array(calendarFeedSchema),
    summary: "The caller's calendar feeds, oldest first",
  }),
  addCalendarFeed: endpoint({ ...staffWrite, needs: 'view' }, '/calendar_feed/add', {
    body: z.object({ series_id: id.optional() }),
    response: z.object({ id, url: z.string() }),
    summary: 'Add a calendar feed of all series or of one; only this answer has its address',
  }),
  deleteCalendarFeed: endpoint({ ...staffWrite, needs: 'view' }, '/calendar_feed/:id/delete', {
    response: z.object({ id }),
    summary: 'Remove a calendar feed, so that its address stops working',
  }),
} as const;

export type CalendarService = z.infer<typeof calendarService>;
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;
