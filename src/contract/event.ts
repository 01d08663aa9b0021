import { z } from 'zod';
import { deletionAnswer, untoldSchema } from './registrations/event-change.ts';
import { promotedAs, publicPlacesSchema, registrationCountsSchema, waitingListMode } from './registrations/places.ts';
import { isEventDate } from './rules/event-date.ts';
import { isBlank } from './rules/text.ts';
import { FILL_REQUIRED_FIELDS } from './texts/staff.ts';
import { id, line, moment, optionalLine, requiredLine, text } from './wire-text.ts';

const PARTICIPANTS_MAX = 1_000_000;

export const DATE_EXPECTED = 'Please enter a date';
const COUNT_EXPECTED = 'Please enter a whole number';

/** ISO 8601; without a time it means 00:00, without a zone the server's `TIME_ZONE` (D7). */
const writtenDate = text(40).refine((value) => isBlank(value) || isEventDate(value), DATE_EXPECTED);
export const requiredDate = z.string(FILL_REQUIRED_FIELDS).pipe(writtenDate.refine((value) => !isBlank(value), FILL_REQUIRED_FIELDS));

export const VENUE_MAX_LENGTH = 200;
export const ADDRESS_MAX_LENGTH = 500;
export const JOIN_URL_MAX_LENGTH = 2_000;

export const END_AFTER_START = 'Please enter an end after the start';
export const CLOSING_AFTER_OPENING = 'Please enter a closing time after the opening time';
export const WEB_ADDRESS_EXPECTED = 'Please enter a web address that starts with https:// or http://';

const WEB_ADDRESS = /^https?:\/\/[^\s/?#]\S*$/i;
const joinUrl = line(JOIN_URL_MAX_LENGTH)
  .refine((value) => isBlank(value) || WEB_ADDRESS.test(value.trim()), WEB_ADDRESS_EXPECTED)
  .nullable();

const participants = z.int(COUNT_EXPECTED).min(0, COUNT_EXPECTED).max(PARTICIPANTS_MAX, COUNT_EXPECTED).nullable();

const OFFER_HOURS_MAX = 168;

export const eventEditSchema = z
  .object({
    event_title: requiredLine(FILL_REQUIRED_FIELDS),
    google_calendar_id: optionalLine(),
    date: writtenDate.nullable(),
    end_date: writtenDate.nullable(),
    show_on_form: z.boolean(),
    brunch_event: z.boolean(),
    copper_tag: optionalLine(),
    target_participants: participants,
    maximum_participants: participants,
    close_when_full: z.boolean(),
    show_places_left_from: participants,
    waiting_list: waitingListMode,
    offer_hours: z.int(COUNT_EXPECTED).min(1, COUNT_EXPECTED).max(OFFER_HOURS_MAX, COUNT_EXPECTED),
    venue: optionalLine(VENUE_MAX_LENGTH),
    venue_address: text(ADDRESS_MAX_LENGTH).nullable(),
    join_url: joinUrl,
    opens_at: writtenDate.nullable(),
    closes_at: writtenDate.nullable(),
  })
  .partial();

export const newEventSchema = eventEditSchema.extend({
  event_title: requiredLine(FILL_REQUIRED_FIELDS),
  google_calendar_id: requiredLine(FILL_REQUIRED_FIELDS),
  date: requiredDate,
  show_on_form: z.boolean().default(true),
  brunch_event: z.boolean().default(false),
});

/** An event as staff read it; the calendar id is `googleCalendarId` here and `google_calendar_id` in writes. */
export const eventSchema = z.object({
  id,
  event_title: z.string(),
  date: moment.nullable(),
  end_date: moment.nullable(),
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  googleCalendarId: z.string().nullable(),
  target_participants: z.int().nullable(),
  maximum_participants: z.int().nullable(),
  close_when_full: z.boolean(),
  /** From how many on the places left are shown; null: always, 0: never. */
  show_places_left_from: z.int().nullable(),
  waiting_list: waitingListMode,
  offer_hours: z.int(),
  venue: z.string().nullable(),
  venue_address: z.string().nullable(),
  /** Only for people with a place: no public answer has it. */
  join_url: z.string().nullable(),
  opens_at: moment.nullable(),
  closes_at: moment.nullable(),
  copper_tag: z.string().nullable(),
  version: z.int(),
  /** Of an event that was changed, while there are people who were not told. */
  _untold: untoldSchema.optional(),
});

/** `_promoted`: how many people who waited got a place by the edit, or an offer of one, as `_promoted_as` says; both absent when nobody did. */
export const editedEventSchema = eventSchema.extend({ _promoted: z.int().optional(), _promoted_as: promotedAs.optional() });

/** `duplicates_count` is absent when the caller asked for the events without it. */
export const listedEventSchema = eventSchema.extend({
  submissions_count: z.int(),
  duplicates_count: z.int().optional(),
  /** Of an event that is limited, or has registrations that are not confirmed. */
  registration_counts: registrationCountsSchema.optional(),
});

/**
 * The events with submissions that repeat an address. Where the series has more repeated addresses than are counted, all its events, with
 * `is_minimum`; servers of the release before don't send it.
 */
export const duplicateCountsSchema = z.array(z.object({ event_id: id, duplicates_count: z.int(), is_minimum: z.boolean().optional() }));

/** With more registrations than `count_max`, those that are also in other events are not counted. */
export const eventLossesQuerySchema = z.object({ count_max: z.coerce.number().int().min(1).max(1_000_000).optional() });

/** `is_maximum`: all registrations are reported as lost, although some may also be in other events. */
export const eventLossesSchema = z.object({
  submissions_lost: z.int(),
  submissions_kept: z.int(),
  to_tell: z.int(),
  is_maximum: z.boolean().optional(),
});

/** What is left out is not set. */
export const publicEventSchema = z.object({
  id,
  event_title: z.string(),
  date: moment.nullable(),
  brunch_event: z.boolean(),
  end_date: moment.optional(),
  venue: z.string().optional(),
  venue_address: z.string().optional(),
  /** From when until when it takes sign-ups. */
  opens_at: moment.optional(),
  closes_at: moment.optional(),
  /** Of an event that closes when it is full. */
  places: publicPlacesSchema.optional(),
});

/** A deleted event, and how many submissions were deleted with it because they were in no other event. */
export const deletedEventSchema = z.object({ id, submissions_deleted: z.int(), ...deletionAnswer });

export type NewEvent = z.infer<typeof newEventSchema>;
export type EventEdit = z.infer<typeof eventEditSchema>;
export type Event = z.infer<typeof eventSchema>;
export type DeletedEvent = z.infer<typeof deletedEventSchema>;
export type ListedEvent = z.infer<typeof listedEventSchema>;
export type EventLosses = z.infer<typeof eventLossesSchema>;
export type DuplicateCounts = z.infer<typeof duplicateCountsSchema>;
