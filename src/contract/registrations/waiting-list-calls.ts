import { z } from 'zod';
import { submissionSchema } from '../attendees/submission.ts';
import { endpoint, staffAdd, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { id } from '../wire-text.ts';
import { withMail } from './note.ts';
import { promotedAs, registrationStatus } from './places.ts';

const PROMOTED_MAX = 500;
const EVENTS_MAX = 500;
const POSITION_MAX = 1_000_000;

/** If the event begins too soon for an offer, the place itself is given. */
const promotionSchema = z.object({ as: promotedAs });
const promotionsSchema = promotionSchema.extend({ count: z.int().min(1).max(PROMOTED_MAX) });

/** The new position; beyond the end means last. */
const moveSchema = z.object({ position: z.int().min(1).max(POSITION_MAX) });

/** `over` is false until staff have been asked whether to go over the maximum: then that is a 409. Older clients send nothing. */
const restorationSchema = z.object({ over: z.boolean().optional(), tell: z.boolean().default(false) });
export type Restoration = z.infer<typeof restorationSchema>;

/** `was` is the status that staff saw. */
const cancellationSchema = withMail.extend({ was: registrationStatus.optional() });
export type Cancellation = z.infer<typeof cancellationSchema>;

/** The status of a sign-up in each of its events, and the events that another sign-up of its address has. */
const eventsOfSignUpSchema = z.object({
  version: z.int(),
  events: z.array(z.object({ event_id: id, status: registrationStatus, position: z.int().nullable() })),
  elsewhere: z.array(id),
});
const eventIds = z.array(id).max(EVENTS_MAX);
/** The events in which the person has a place afterwards, and those that staff agreed to take over the maximum. */
const eventsEditSchema = z.object({ events: eventIds, over: eventIds.optional(), tell: z.boolean().default(false) });

const REGISTRATION = '/event_series/:id/event/:eventId/submission/:submissionId';

/** What staff do with registrations for a limited event; one that is already in that state is answered unchanged. */
export const waitingListCalls = {
  promoteRegistration: endpoint(staffWrite, `${REGISTRATION}/promote`, {
    body: promotionSchema,
    response: submissionSchema,
    summary:
      'Give someone on the waiting list a place or an offer, even out of order and over the maximum; 409 if they already have a place',
  }),
  promoteNext: endpoint(staffAdd, '/event_series/:id/event/:eventId/promote', {
    body: promotionsSchema,
    response: z.object({ promoted: z.array(id), as: promotedAs }),
    summary:
      'Give the next people on the waiting list places or offers, or everyone if fewer are waiting; answers with their ids, oldest sign-up first, and what they got',
  }),
  moveRegistration: endpoint(staffWrite, `${REGISTRATION}/move`, {
    body: moveSchema,
    response: submissionSchema,
    summary: 'Move someone on the waiting list to a position; 409 when not waiting',
  }),
  cancelRegistration: endpoint(staffWrite, `${REGISTRATION}/cancel`, {
    body: cancellationSchema,
    response: submissionSchema,
    summary:
      'Cancel a registration, which frees its place or takes it off the waiting list; the sign-up stays; 409 if its status is no longer `was`',
  }),
  restoreRegistration: endpoint(staffWrite, `${REGISTRATION}/restore`, {
    body: restorationSchema.nullish(),
    response: submissionSchema,
    summary:
      'Give a cancelled registration its place back, even over the maximum; with `over` false that is a 409 with the current figures; with `tell` the person gets an email',
  }),
  getEventsOfSignUp: endpoint(staffRead, `${REGISTRATION}/events`, {
    response: eventsOfSignUpSchema,
    summary: 'The status of a sign-up in each of its events, with the version to send with a change',
  }),
  changeEventsOfSignUp: endpoint(staffEdit, `${REGISTRATION}/events`, {
    body: eventsEditSchema,
    response: eventsOfSignUpSchema,
    summary:
      'Give a person places in exactly these events of the series; 409 if they have changed in the meantime, or an event that `over` lacks is full',
  }),
  withdrawOffer: endpoint(staffWrite, `${REGISTRATION}/withdraw_offer`, {
    response: submissionSchema,
    summary: 'Withdraw an offer: the person is back at the old position on the waiting list, and nobody is promoted',
  }),
} as const;

export type Promotion = z.infer<typeof promotionSchema>;
export type Promotions = z.infer<typeof promotionsSchema>;
export type EventsOfSignUp = z.infer<typeof eventsOfSignUpSchema>;
export type EventsEdit = z.infer<typeof eventsEditSchema>;
