import { z } from 'zod';
import { isEventDate } from './rules/event-date.ts';
import { isBlank } from './rules/text.ts';
import { FILL_REQUIRED_FIELDS } from './texts/staff.ts';
import { id, moment, optionalLine, requiredLine, text } from './wire-text.ts';

const PARTICIPANTS_MAX = 1_000_000;

/** The reason for refusing what is no date. */
export const DATE_EXPECTED = 'Please enter a date';
const COUNT_EXPECTED = 'Please enter a whole number';

/** ISO 8601; without time it means 00:00, without zone the server's `TIME_ZONE` (decision 7). */
const writtenDate = text(40).refine((value) => isBlank(value) || isEventDate(value), DATE_EXPECTED);
const requiredDate = z.string(FILL_REQUIRED_FIELDS).pipe(writtenDate.refine((value) => !isBlank(value), FILL_REQUIRED_FIELDS));

const participants = z.int(COUNT_EXPECTED).min(0, COUNT_EXPECTED).max(PARTICIPANTS_MAX, COUNT_EXPECTED).nullable();

/** A new event; title, calendar id and date are required (spec section 5). */
export const newEventSchema = z.object({
  event_title: requiredLine(FILL_REQUIRED_FIELDS),
  google_calendar_id: requiredLine(FILL_REQUIRED_FIELDS),
  date: requiredDate,
  show_on_form: z.boolean().default(true),
  brunch_event: z.boolean().default(false),
  copper_tag: optionalLine().default(null),
  target_participants: participants.default(null),
  maximum_participants: participants.default(null),
});

/** Changed fields of an event; what is not sent stays as it is (decision 16). */
export const eventEditSchema = z
  .object({
    event_title: requiredLine(FILL_REQUIRED_FIELDS),
    google_calendar_id: optionalLine(),
    date: writtenDate.nullable(),
    show_on_form: z.boolean(),
    brunch_event: z.boolean(),
    copper_tag: optionalLine(),
    target_participants: participants,
    maximum_participants: participants,
  })
  .partial();

/** An event as staff read it; the calendar id goes by another name than in writes (decision 16). */
export const eventSchema = z.object({
  id,
  event_title: z.string(),
  date: moment.nullable(),
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  googleCalendarId: z.string().nullable(),
  target_participants: z.int().nullable(),
  maximum_participants: z.int().nullable(),
  copper_tag: z.string().nullable(),
  version: z.int(),
});

/** An event in the list of its series: with counts, without attendees (decisions 14, 20). */
export const listedEventSchema = eventSchema.extend({
  submissions_count: z.int(),
  duplicates_count: z.int(),
});

/** What anybody may read of a visible event (decision 15). */
export const publicEventSchema = z.object({
  id,
  event_title: z.string(),
  date: moment.nullable(),
  brunch_event: z.boolean(),
});

/** An event that is gone, with how many sign-ups went with it because they were in no other event (decision 1). */
export const deletedEventSchema = z.object({ id, submissions_deleted: z.int() });

export type NewEvent = z.infer<typeof newEventSchema>;
export type EventEdit = z.infer<typeof eventEditSchema>;
export type Event = z.infer<typeof eventSchema>;
export type ListedEvent = z.infer<typeof listedEventSchema>;
