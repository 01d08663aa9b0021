import { z } from 'zod';
import { person } from './attendees/submission.ts';
import { doorRead, doorWrite, endpoint, staffRead, staffWrite } from './endpoint.ts';
import { eventSchema } from './events/event.ts';
import { registrationStatus } from './registrations/places.ts';
import { EMAIL_INVALID } from './texts/words/form.ts';
import { id, moment, optionalEmail, requiredLine } from './wire-text.ts';

/** The header with which a phone identifies itself at the door: a UUID that it generates once. */
export const PHONE_HEADER = 'phone';
/** Path of the door's stream under `/api`: like `LIVE_PATH`, but only with the topic of its event. */
export const DOOR_LIVE_PATH = '/door/live';
export const PHONES_MAX = 20;
const TAPS_MAX = 50;
export const DOOR_PEOPLE_MAX = 20_000;
const CODE_MAX_LENGTH = 100;
export const LABEL_MAX_LENGTH = 80;
export const ATTENDANCE_MAX = 500;

const ids = z.string().transform((text, context) => {
  const parsed = z.array(id).min(1).max(TAPS_MAX).safeParse(text.split(','));
  if (parsed.success) return parsed.data;
  context.addIssue(`Expected 1 to ${TAPS_MAX} ids`);
  return z.NEVER;
});

/** Someone in the event, without address, answers or notes. */
const doorPersonSchema = z.object({
  /** Of the sign-up. */
  id,
  first_name: z.string(),
  last_name: z.string(),
  organisation: z.string(),
  status: registrationStatus,
  /** On the waiting list. */
  position: z.int().nullable(),
  signed_up: moment,
  /** When a cancelled person cancelled, or was cancelled; null if unknown. */
  cancelled_at: moment.nullable(),
  /** When the person was checked in, and by whom; null for people who are not here. */
  since: moment.nullable(),
  by: z.string().nullable(),
  /** The first 6 bytes of the check-in code's SHA-256 in hexadecimal; null if there is none. */
  code: z.string().nullable(),
});

const tapOutcome = z.enum(['done', 'already', 'refused']);

/** `reason`: why it was refused, as text to show. `person`: their current state; null for someone unknown. */
const outcomeSchema = z.object({ outcome: tapOutcome, reason: z.string().nullable(), person: doorPersonSchema.nullable() });

const tapSchema = z
  .object({
    /** Made on the phone; the same id again changes nothing. */
    id,
    /** When, by the clock of the phone. */
    at: moment,
    submission_id: id.optional(),
    /** The content of a check-in code, instead of the id. */
    code: z
      .string()
      .transform((text) => text.slice(0, CODE_MAX_LENGTH))
      .optional(),
    here: z.boolean(),
    /** The one tap to undo; if absent, all taps received so far. */
    takes_back: id.optional(),
    /** Gives the person a place first, even over the maximum. */
    let_in: z.boolean().default(false),
    how: z.enum(['tap', 'scan']).default('tap'),
  })
  .refine((tap) => (tap.submission_id === undefined) !== (tap.code === undefined), 'Expected submission_id or code')
  .refine((tap) => tap.here || !tap.let_in, 'An undone tap lets nobody in');

const tapsSchema = z.object({ sent_at: moment, taps: z.array(tapSchema).min(1).max(TAPS_MAX) });

const walkInSchema = z.object({
  sent_at: moment,
  /** Of the sign-up and of its tap. */
  id,
  at: moment,
  first_name: person.first_name.nullish(),
  last_name: person.last_name,
  email: optionalEmail(EMAIL_INVALID.series).optional(),
  organisation: person.organisation.nullish(),
});

const doorSchema = z.object({
  event: eventSchema.pick({ id: true, event_title: true, date: true, end_date: true }).extend({
    /** From the beginning of its first day until it is over; null without a date. */
    on_from: moment.nullable(),
    on_until: moment.nullable(),
    is_cancelled: z.boolean(),
  }),
  label: z.string(),
  ends_at: moment,
  may_add: z.boolean(),
  /** The path of its event's door links in the staff app, if the link is someone's own. */
  links_page: z.string().nullable(),
  time_zone: z.string(),
  /** By the clock of the server. */
  time: moment,
});

const peopleSchema = z.object({
  people: z.array(doorPersonSchema),
  /** The requested ids that are no longer in the event. */
  gone: z.array(id),
  places: z.object({ taken: z.int(), maximum: z.int() }).nullable(),
  time: moment,
});

const newDoorLinkSchema = z.discriminatedUnion('own', [
  z.object({ own: z.literal(true) }),
  z.object({
    own: z.literal(false).optional(),
    label: requiredLine('Please enter a name', LABEL_MAX_LENGTH),
    /** Null means a few hours after the event. */
    ends_at: moment.nullish(),
    may_add: z.boolean().default(true),
  }),
]);

const doorLinksSchema = z.object({
  /** The times at which a new link may end; the first is the default. */
  ends: z.array(moment),
  links: z.array(
    z.object({
      id,
      label: z.string(),
      /** Whether it is a staff member's own link, and whether that is the caller. */
      is_own: z.boolean(),
      is_mine: z.boolean(),
      may_add: z.boolean(),
      /** How many phones have opened it. */
      phones: z.int(),
      checked_in: z.int(),
      last_used_at: moment.nullable(),
      ends_at: moment,
      ended_at: moment.nullable(),
      ended_by: z.string().nullable(),
    }),
  ),
});

const EVENT = '/event_series/:id/event/:eventId';

export const doorCalls = {
  openDoor: endpoint(doorWrite, '/door/open', {
    response: doorSchema,
    summary: 'Open the door of an event on a phone; 409 for the 21st phone of a link',
  }),
  listDoorPeople: endpoint(doorRead, '/door/people', {
    query: z.object({ ids: ids.optional() }),
    response: peopleSchema,
    summary: 'Everyone in the event, or up to 50 of them, by last name; 422 for more than 20,000',
  }),
  sendTaps: endpoint(doorWrite, '/door/taps', {
    body: tapsSchema,
    response: z.object({ taps: z.array(outcomeSchema.extend({ id })) }),
    summary: 'Check people in, or undo that; each tap has its own outcome',
  }),
  addWalkIn: endpoint(doorWrite, '/door/walk_in', {
    body: walkInSchema,
    response: outcomeSchema,
    summary: 'Add a person who has not signed up, and check them in; nothing is sent',
  }),
  listDoorLinks: endpoint({ ...staffRead, needs: 'edit' }, `${EVENT}/door_links`, {
    response: doorLinksSchema,
    summary: 'The door links of an event, newest first, and when a new one may end',
  }),
  addDoorLink: endpoint(staffWrite, `${EVENT}/door_link/add`, {
    body: newDoorLinkSchema,
    response: z.object({ id, url: z.string() }),
    summary: "Make a door link for an event, or the caller's own, which replaces the previous one; only this answer has its address",
  }),
  endDoorLink: endpoint(staffWrite, `${EVENT}/door_link/:linkId/end`, {
    response: z.object({ id }),
    summary: 'End a door link, for all phones that have opened it',
  }),
  setAttendance: endpoint(staffWrite, `${EVENT}/attendance`, {
    body: z.object({
      ids: z.array(id).min(1).max(ATTENDANCE_MAX),
      here: z.boolean(),
      /** For Undo: whether only the caller's own marks end, and taps at the door stand. */
      own: z.boolean().default(false),
    }),
    response: z.object({ changed: z.array(id) }),
    summary: 'Mark people of an event as here or not here; answers with the ids of those for whom this changed',
  }),
} as const;

export type Attendance = z.output<typeof doorCalls.setAttendance.body>;
export type Tap = z.output<typeof tapSchema>;
export type SentTap = Readonly<z.input<typeof tapSchema>>;
export type Taps = z.output<typeof tapsSchema>;
export type WalkIn = z.output<typeof walkInSchema>;
export type DoorPerson = z.output<typeof doorPersonSchema>;
export type Door = z.output<typeof doorSchema>;
export type DoorPeople = z.output<typeof peopleSchema>;
export type TapResult = z.output<typeof outcomeSchema>;
export type TapOutcome = TapResult & { readonly id: string };
export type NewDoorLink = z.output<typeof newDoorLinkSchema>;
export type DoorLinks = z.output<typeof doorLinksSchema>;
export type DoorLink = DoorLinks['links'][number];
