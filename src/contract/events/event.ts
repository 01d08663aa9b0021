import { z } from 'zod';
import { speakerIds } from '../forms/public-face.ts';
import { automaticMail, forMinutes, mailMinutes } from '../registrations/mail-kind.ts';
import { NOTE_MAX_LENGTH, withMail } from '../registrations/note.ts';
import { promotedAs, publicPlacesSchema, registrationCountsSchema, waitingListMode } from '../registrations/places.ts';
import { isEventDate } from '../rules/event-date.ts';
import { isBlank } from '../rules/text.ts';
import { TITLE_REQUIRED } from '../texts/staff.ts';
import { descriptionText, id, line, moment, optionalLine, requiredLine, text } from '../wire-text.ts';

const PARTICIPANTS_MAX = 1_000_000;
export const DATE_EXPECTED = 'Please enter a date';
const COUNT_EXPECTED = 'Please enter a whole number';

/** ISO 8601; without a time it means 00:00, without a zone the server's `TIME_ZONE` (D7). */
const writtenDate = text(40).refine((value) => isBlank(value) || isEventDate(value), DATE_EXPECTED);
export const requiredDate = z.string(DATE_EXPECTED).pipe(writtenDate.refine((value) => !isBlank(value), DATE_EXPECTED));

export const VENUE_MAX_LENGTH = 200;
export const ADDRESS_MAX_LENGTH = 500;
export const JOIN_URL_MAX_LENGTH = 2_000;
export const PRICE_MAX_LENGTH = 120;
export const END_AFTER_START = 'Please enter an end after the start';
export const CLOSING_AFTER_OPENING = 'Please enter a closing time after the opening time';
/** For an event without a closing time, which closes when it is over. */
export const OPENING_BEFORE_END = 'Please enter an opening time before the event is over';
export const WEB_ADDRESS_EXPECTED = 'Please enter a web address that starts with https:// or http://';
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]\S*$/i;
const joinUrl = line(JOIN_URL_MAX_LENGTH)
  .refine((value) => isBlank(value) || WEB_ADDRESS.test(value.trim()), WEB_ADDRESS_EXPECTED)
  .nullable();

const participants = z.int(COUNT_EXPECTED).min(0, COUNT_EXPECTED).max(PARTICIPANTS_MAX, COUNT_EXPECTED).nullable();

const OFFER_HOURS_MAX = 168;

/** A field as staff send it, and as it is read. Read values are not checked: they may break today's rule. */
const sentAs = <Sent extends z.ZodType, Read extends z.ZodType>(sent: Sent, read: Read) => ({ sent, read });

const time = sentAs(writtenDate.nullable(), moment.nullable());
const flag = sentAs(z.boolean(), z.boolean());
const count = sentAs(participants, z.int().nullable());
const optionalText = <Sent extends z.ZodType>(sent: Sent) => sentAs(sent, z.string().nullable());

/** The fields of an event that staff set. */
const fields = {
  event_title: sentAs(requiredLine(TITLE_REQUIRED), z.string()),
  google_calendar_id: optionalText(optionalLine()),
  date: time,
  end_date: time,
  show_on_form: flag,
  brunch_event: flag,
  copper_tag: optionalText(optionalLine()),
  target_participants: count,
  maximum_participants: count,
  close_when_full: flag,
  /** The number of places left from which the form shows them; null: always, 0: never. */
  show_places_left_from: count,
  waiting_list: sentAs(waitingListMode, waitingListMode),
  offer_hours: sentAs(z.int(COUNT_EXPECTED).min(1, COUNT_EXPECTED).max(OFFER_HOURS_MAX, COUNT_EXPECTED), z.int()),
  venue: optionalText(optionalLine(VENUE_MAX_LENGTH)),
  venue_address: optionalText(text(ADDRESS_MAX_LENGTH).nullable()),
  /** Only for people with a place: no public answer has it. */
  join_url: optionalText(joinUrl),
  opens_at: time,
  closes_at: time,
  /** Markdown, as for series. */
  description: optionalText(descriptionText),
  price: optionalText(optionalLine(PRICE_MAX_LENGTH)),
  /** Chosen from the speakers of the series. */
  speakers: sentAs(speakerIds, speakerIds),
  /** Null means as in the series. */
  ...forMinutes((kind) => sentAs(mailMinutes(kind).nullable(), z.int().nullable())),
  /** Part of both mails before the start. */
  reminder_note: optionalText(text(NOTE_MAX_LENGTH).nullable()),
};
type Fields = typeof fields;

const schemasOf = <Side extends 'sent' | 'read'>(side: Side) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one schema for each field
  Object.fromEntries(Object.entries(fields).map(([name, schemas]) => [name, schemas[side]])) as {
    readonly [Name in keyof Fields]: Fields[Name][Side];
  };

export const eventEditSchema = z.object(schemasOf('sent')).partial();

export const newEventSchema = eventEditSchema.extend({
  event_title: requiredLine(TITLE_REQUIRED),
  google_calendar_id: requiredLine('Please enter a calendar ID'),
  date: requiredDate,
  show_on_form: z.boolean().default(true),
  brunch_event: z.boolean().default(false),
});

const { google_calendar_id: calendarId, ...readFields } = schemasOf('read');

/** When staff cancelled it; only separate calls set it. */
const cancelledAt = moment.nullable();

export const announcedValuesSchema = z
  .object({ ...readFields, cancelled_at: cancelledAt.default(null) })
  .pick({ event_title: true, date: true, end_date: true, venue: true, venue_address: true, join_url: true, cancelled_at: true });

/** The changes since the last announcement, and how many people of each status do not know about them. */
export const unannouncedSchema = z.object({
  changes: z.object({ before: announcedValuesSchema, now: announcedValuesSchema }),
  confirmed: z.int(),
  offered: z.int(),
  waiting: z.int(),
});

/** An event as staff see it; the calendar id is `googleCalendarId` here and `google_calendar_id` in writes. */
export const eventSchema = z.object({
  id,
  ...readFields,
  googleCalendarId: calendarId,
  cancelled_at: cancelledAt,
  version: z.int(),
  /** The automatic mails it sent, for which date, when, and to how many; the one sent to most people comes first. */
  _sent_mails: z.array(z.object({ kind: automaticMail, at: moment, for_date: moment, people: z.int() })).optional(),
  /** For a changed event, while there are people who have not been notified. */
  _unannounced: unannouncedSchema.optional(),
});

/** `_promoted`: how many people waiting got a place or an offer through the edit, as `_promoted_as` says; both absent if nobody did. */
export const editedEventSchema = eventSchema.extend({ _promoted: z.int().optional(), _promoted_as: promotedAs.optional() });

/** `duplicates_count` is absent if the caller asked for the events without it. */
export const listedEventSchema = eventSchema.extend({
  submissions_count: z.int(),
  /** How many attendees are here, or came; absent if nobody did. */
  attended_count: z.int().optional(),
  duplicates_count: z.int().optional(),
  /** For an event that is limited, or has unconfirmed registrations. */
  registration_counts: registrationCountsSchema.optional(),
});

/** The events with repeated addresses; all events, with `is_minimum` (not sent by servers of the previous release), if there are more than are counted. */
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

/** Values that are not set are absent. */
export const publicEventSchema = eventSchema.pick({ id: true, event_title: true, date: true, brunch_event: true }).extend({
  end_date: moment.optional(),
  venue: z.string().optional(),
  venue_address: z.string().optional(),
  /** When it takes sign-ups. */
  opens_at: moment.optional(),
  closes_at: moment.optional(),
  description: z.string().optional(),
  price: z.string().optional(),
  speakers: speakerIds.optional(),
  /** For an event that closes when it is full. */
  places: publicPlacesSchema.optional(),
  is_cancelled: z.literal(true).optional(),
});

/** Whether people are notified by mail that an event is cancelled; older clients omit it. */
export const deletionSchema = withMail.nullish();

/** How many registrations an announcement goes to, if one was requested. */
export const deletionAnswer = { told: z.int().optional() };

/** `told`: how many people are notified. */
export const cancelledEventSchema = eventSchema.extend({ told: z.int() });

/** A deleted event, and how many submissions were deleted with it because they were in no other event. */
export const deletedEventSchema = z.object({ id, submissions_deleted: z.int(), ...deletionAnswer });

export type Deletion = z.infer<typeof deletionSchema>;
export type NewEvent = z.infer<typeof newEventSchema>;
export type EventEdit = z.infer<typeof eventEditSchema>;
export type Event = z.infer<typeof eventSchema>;
export type AnnouncedValues = z.infer<typeof announcedValuesSchema>;
export type PendingChange = z.infer<typeof unannouncedSchema>;
export type ChangedEvent = Event & { readonly _unannounced: PendingChange };
export const isUnannounced = (event: Event): event is ChangedEvent => event._unannounced !== undefined;
export type ListedEvent = z.infer<typeof listedEventSchema>;
export type EventLosses = z.infer<typeof eventLossesSchema>;
export type DuplicateCounts = z.infer<typeof duplicateCountsSchema>;
