import { z } from 'zod';
import { submissionSchema } from '../attendees/submission.ts';
import { endpoint, staffAdd, staffWrite } from '../endpoint.ts';
import { id } from '../wire-text.ts';
import { note } from './event-change.ts';
import { promotedAs } from './places.ts';

const PROMOTED_MAX = 500;
const POSITION_MAX = 1_000_000;

/** Where the event begins too soon for an offer, the place itself is given. */
const promotionSchema = z.object({ as: promotedAs });
const promotionsSchema = promotionSchema.extend({ count: z.int().min(1).max(PROMOTED_MAX) });

/** The position that it has afterwards; beyond the end it is last. */
const moveSchema = z.object({ position: z.int().min(1).max(POSITION_MAX) });

const cancellationSchema = z.object({
  tell: z.boolean().default(false),
  note,
});

const REGISTRATION = '/event_series/:id/event/:eventId/submission/:submissionId';

/** What staff do with registrations for a limited event; what is so already is answered as it is. */
export const waitingListCalls = {
  promoteRegistration: endpoint(staffWrite, `${REGISTRATION}/promote`, {
    body: promotionSchema,
    response: submissionSchema,
    summary: 'Give somebody who waits a place or an offer, out of turn and over the maximum too; 409 when they have a place by now',
  }),
  promoteNext: endpoint(staffAdd, '/event_series/:id/event/:eventId/promote', {
    body: promotionsSchema,
    response: z.object({ promoted: z.array(id), as: promotedAs }),
    summary:
      'Give the next on the waiting list places or offers, all when fewer wait; answers with their ids, oldest sign-up first, and what they got',
  }),
  moveRegistration: endpoint(staffWrite, `${REGISTRATION}/move`, {
    body: moveSchema,
    response: submissionSchema,
    summary: 'Move somebody on the waiting list to a position; 409 when not waiting',
  }),
  cancelRegistration: endpoint(staffWrite, `${REGISTRATION}/cancel`, {
    body: cancellationSchema,
    response: submissionSchema,
    summary: 'Cancel a registration, which frees its place or takes it off the waiting list; the sign-up stays',
  }),
  restoreRegistration: endpoint(staffWrite, `${REGISTRATION}/restore`, {
    response: submissionSchema,
    summary: 'Give a cancelled registration its place back, over the maximum too',
  }),
  withdrawOffer: endpoint(staffWrite, `${REGISTRATION}/withdraw_offer`, {
    response: submissionSchema,
    summary: 'Take an offer back: the person waits again at the old position, and nobody is promoted by it',
  }),
} as const;

export type Promotion = z.infer<typeof promotionSchema>;
export type Promotions = z.infer<typeof promotionsSchema>;
export type Cancellation = z.infer<typeof cancellationSchema>;
