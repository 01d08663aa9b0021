import { z } from 'zod';
import { id, moment } from '../wire-text.ts';

/** The status of a registration; it holds a place while confirmed or offered. */
export const registrationStatus = z.enum(['confirmed', 'waiting', 'offered', 'cancelled']);

/** Why a registration was cancelled; `moved`: for a place at another event; `repeat`: the same address had signed up before. */
export const cancelReason = z.enum(['visitor', 'staff', 'moved', 'declined', 'expired', 'repeat']);

/** The reason that a person chose for giving up a registration. */
export const cancelWhy = z.enum(['date', 'work', 'need', 'other']);

/** The registrations of an event that a list of its attendees contains. */
export const registrationList = z.enum([...registrationStatus.options, 'all']);

/** `off`: no list; `offer`: the next person gets a timed offer; `direct`: gets the place immediately; `manual`: staff decide. */
export const waitingListMode = z.enum(['off', 'offer', 'direct', 'manual']);

/** What a promoted person gets: a timed offer, or the place itself. */
export const promotedAs = z.enum(['offer', 'confirmed']);

/** The places of a limited event as visitors see them; `left` and `waiting` are null unless they are to be shown. */
export const publicPlacesSchema = z.object({
  is_full: z.boolean(),
  left: z.int().nullable(),
  is_few: z.boolean(),
  waiting_list: z.boolean(),
  waiting: z.int().nullable(),
});

/** One event of a sign-up to a limited series; `position` on the waiting list, or null. */
export const registrationSchema = z.object({ event_id: id, status: registrationStatus, position: z.int().nullable() });

/** What staff see of a registration; `position` while it is waiting. */
export const staffRegistrationSchema = z.object({
  status: registrationStatus,
  position: z.int().nullable(),
  waiting_since: moment.nullable(),
  /** Null until the mail with the offer has been sent. */
  offer_ends_at: moment.nullable(),
  /** The receiving server refused the mail with the offer, so that others are offered a place first. */
  mail_failed: z.boolean(),
  /** Why it failed: the address had had too many mails. */
  mail_held_back: z.boolean(),
  cancelled_at: moment.nullable(),
  /** A member of staff, 'Visitor' or 'Automatic'. */
  cancelled_by: z.string().nullable(),
  reason: cancelReason.nullable(),
  why: cancelWhy.nullable(),
  why_note: z.string().nullable(),
});

/** How many registrations of an event are not confirmed; `passed_over`: people waiting whose mail failed. */
export const registrationCountsSchema = z.object({ waiting: z.int(), offered: z.int(), cancelled: z.int(), passed_over: z.int() });

export const eventPlacesSchema = publicPlacesSchema.extend({ event_id: id });

export type RegistrationStatus = z.infer<typeof registrationStatus>;
export type WaitingListMode = z.infer<typeof waitingListMode>;
export type PromotedAs = z.infer<typeof promotedAs>;
export type EventPlaces = z.infer<typeof eventPlacesSchema>;
export type Registration = z.infer<typeof registrationSchema>;
export type RegistrationList = z.infer<typeof registrationList>;
export type StaffRegistration = z.infer<typeof staffRegistrationSchema>;
export type RegistrationCounts = z.infer<typeof registrationCountsSchema>;
export type CancelReason = z.infer<typeof cancelReason>;
export type CancelWhy = z.infer<typeof cancelWhy>;

export const CONFIRMED: StaffRegistration = {
  status: 'confirmed',
  position: null,
  waiting_since: null,
  offer_ends_at: null,
  mail_failed: false,
  mail_held_back: false,
  cancelled_at: null,
  cancelled_by: null,
  reason: null,
  why: null,
  why_note: null,
};
