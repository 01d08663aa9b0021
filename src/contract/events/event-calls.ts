import { z } from 'zod';
import { endpoint, staffAdd, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { note, withMail } from '../registrations/note.ts';
import { DATES_EXPECTED } from '../texts/copy.ts';
import { TITLE_REQUIRED } from '../texts/staff.ts';
import { id, requiredLine } from '../wire-text.ts';
import * as event from './event.ts';

export const DATES_MAX = 100;
/** Placeholder in the title of copied events for the number of the copy, from 1. */
export const COPY_NUMBER = '%N%';

/** One copy for each date, in order; without a title, they have the event's. */
export const eventCopySchema = z.object({
  dates: z.array(event.requiredDate.nullable()).min(1, DATES_EXPECTED).max(DATES_MAX, DATES_EXPECTED),
  event_title: requiredLine(TITLE_REQUIRED).optional(),
  show_on_form: z.boolean().default(false),
});

const shownEventsSchema = z.object({
  event_ids: z.array(id).min(1).max(DATES_MAX),
  /** The versions of these events, in order, like If-Match for a single one. */
  versions: z.array(z.int()).max(DATES_MAX).optional(),
  show_on_form: z.boolean(),
});

const eventsSchema = z.object({ events: z.array(event.eventSchema) });

/** Who can be notified about a change, by status. */
export const audience = z.enum(['confirmed', 'offered', 'waiting']);

const announcementSchema = z.object({ note, audience: z.array(audience).min(1).max(audience.options.length) });

export const eventCalls = {
  addEvent: endpoint(staffAdd, '/event_series/:id/event/add', {
    body: event.newEventSchema,
    response: event.eventSchema,
    summary: 'Add an event to a series',
  }),
  editEvent: endpoint(staffEdit, '/event_series/:id/event/:eventId/edit', {
    body: event.eventEditSchema,
    response: event.editedEventSchema,
    summary: 'Change fields of an event',
  }),
  cancelEvent: endpoint(staffWrite, '/event_series/:id/event/:eventId/cancel', {
    body: withMail,
    response: event.cancelledEventSchema,
    summary:
      'Cancel an event; it keeps its sign-ups but takes no more; 409 once it has ended. With `tell`, everyone registered gets an email',
  }),
  reinstateEvent: endpoint(staffWrite, '/event_series/:id/event/:eventId/reinstate', {
    body: withMail,
    response: event.cancelledEventSchema,
    summary: 'Reinstate a cancelled event; 409 once it has ended. With `tell`, everyone registered gets an email',
  }),
  deleteEvent: endpoint(staffWrite, '/event_series/:id/event/:eventId/delete', {
    body: event.deletionSchema,
    response: event.deletedEventSchema,
    summary:
      'Delete an event, and the sign-ups that are in no other event; with `tell`, everyone registered gets an email if it has not begun',
  }),
  countEventLosses: endpoint(staffRead, '/event_series/:id/event/:eventId/losses', {
    query: event.eventLossesQuerySchema,
    response: event.eventLossesSchema,
    summary:
      'How many sign-ups would be lost by deleting an event, and how many people could be notified; beyond `count_max` registrations all of them, with `is_maximum`',
  }),
  countSeriesDuplicates: endpoint(staffRead, '/event_series/:id/duplicates', {
    response: event.duplicateCountsSchema,
    summary: 'How many sign-ups of each event repeat an address; beyond 20,000 of these no more are counted, and all events are listed',
  }),
  announceChange: endpoint(staffAdd, '/event_series/:id/event/:eventId/change/tell', {
    body: announcementSchema,
    response: z.object({ told: z.int() }),
    summary: 'Notify people of a changed event by email; needs an `Idempotency-Key`; 409 if everyone knows',
  }),
  copyEvent: endpoint(staffAdd, '/event_series/:id/event/:eventId/copy', {
    body: eventCopySchema,
    response: eventsSchema,
    summary: 'Copy an event within its series, once for each date',
  }),
  showEvents: endpoint(staffWrite, '/event_series/:id/events/show', {
    body: shownEventsSchema,
    response: eventsSchema,
    summary: 'Put up to 100 events on the form of their series, or take them off',
  }),
} as const;

export type ShownEvents = z.infer<typeof shownEventsSchema>;
export type EventCopy = z.infer<typeof eventCopySchema>;
export type Announcement = z.infer<typeof announcementSchema>;
