import { z } from 'zod';
import { id } from './wire-text.ts';

/** What becomes of a registration; it holds a place while it is confirmed or offered. */
export const registrationStatus = z.enum(['confirmed', 'waiting', 'offered', 'cancelled']);

/** `off`: no list; `offer`: who is next gets a timed offer; `direct`: gets the place at once; `manual`: staff decide. */
export const waitingListMode = z.enum(['off', 'offer', 'direct', 'manual']);

/** The places of a limited event as visitors see them; `left` is null unless it is to be shown. */
export const publicPlacesSchema = z.object({
  is_full: z.boolean(),
  left: z.int().nullable(),
  /** Whether one can join the waiting list. */
  waiting_list: z.boolean(),
  /** How many wait. */
  waiting: z.int(),
});

/** One event of a sign-up to a limited series; `position` on the waiting list, or null. */
export const registrationSchema = z.object({ event_id: id, status: registrationStatus, position: z.int().nullable() });

export const eventPlacesSchema = publicPlacesSchema.extend({ event_id: id });

export type RegistrationStatus = z.infer<typeof registrationStatus>;
export type WaitingListMode = z.infer<typeof waitingListMode>;
export type EventPlaces = z.infer<typeof eventPlacesSchema>;
export type Registration = z.infer<typeof registrationSchema>;
