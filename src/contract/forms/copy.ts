import { z } from 'zod';
import { endpoint, staffAdd, staffWrite } from '../endpoint.ts';
import { eventSchema, requiredDate } from '../events/event.ts';
import { DATES_EXPECTED, SHIFT_EXPECTED, TOO_MANY_TO_COPY } from '../texts/copy.ts';
import { TITLE_REQUIRED } from '../texts/staff.ts';
import { id, requiredLine } from '../wire-text.ts';
import { titleSchema } from './event-series.ts';

export const COPIED_EVENTS_MAX = 500;
export const EVENTS_OF_SERIES_MAX = 2_000;
export const DATES_MAX = 100;
const SHIFT_DAYS_MAX = 3_650;

/** Placeholder in the title of copied events for the number of the copy, from 1. */
export const COPY_NUMBER = '%N%';

/** `shift_days` moves the dates of the copied events on the wall clock of the server's `TIME_ZONE`. */
export const seriesCopySchema = titleSchema.extend({
  events: z.union([z.enum(['all', 'visible', 'none']), z.array(id).max(COPIED_EVENTS_MAX, TOO_MANY_TO_COPY)]),
  shift_days: z.int(SHIFT_EXPECTED).min(-SHIFT_DAYS_MAX, SHIFT_EXPECTED).max(SHIFT_DAYS_MAX, SHIFT_EXPECTED).default(0),
  show_on_form: z.boolean().default(false),
});

export const copiedFormSchema = z.object({ id, title: z.string(), fields_count: z.int() });

/** One copy for each date, in their order; without a title of their own they have that of the event. */
export const eventCopySchema = z.object({
  dates: z.array(requiredDate.nullable()).min(1, DATES_EXPECTED).max(DATES_MAX, DATES_EXPECTED),
  event_title: requiredLine(TITLE_REQUIRED).optional(),
  show_on_form: z.boolean().default(false),
});

const shownEventsSchema = z.object({
  event_ids: z.array(id).min(1).max(DATES_MAX),
  /** Of these events, in their order, as If-Match has that of one. */
  versions: z.array(z.int()).max(DATES_MAX).optional(),
  show_on_form: z.boolean(),
});

const eventsSchema = z.object({ events: z.array(eventSchema) });

/** Calls that copy series, events and marketing forms, and put copied events on the form. */
export const copyCalls = {
  copySeries: endpoint(staffAdd, '/event_series/:id/copy', {
    body: seriesCopySchema,
    response: copiedFormSchema.extend({ events_count: z.int() }),
    summary: 'Copy a series with its settings, its fields and, on request, its events, whose dates can be moved',
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
  copyForm: endpoint(staffAdd, '/form/:id/copy', {
    body: titleSchema,
    response: copiedFormSchema,
    summary: 'Copy a marketing form with its settings and fields',
  }),
} as const;

export type ShownEvents = z.infer<typeof shownEventsSchema>;
export type SeriesCopy = z.infer<typeof seriesCopySchema>;
export type CopiedForm = z.infer<typeof copiedFormSchema>;
export type EventCopy = z.infer<typeof eventCopySchema>;
