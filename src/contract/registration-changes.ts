import { z } from 'zod';
import { cancelReason } from './places.ts';

/** What can become of a registration after its sign-up, or of a submission with all its registrations. */
export const changeKind = z.enum([
  'joined',
  'offered',
  'accepted',
  'declined',
  'expired',
  'promoted',
  'cancelled',
  'restored',
  'corrected',
  'events_changed',
  'repeated',
  'updated',
  'told',
  'withdrawn',
  'link',
]);

/** `automatic`: the server itself, when a place became free or an offer ended. */
export const changeActor = z.enum(['visitor', 'staff', 'automatic']);

/** The mails of a series besides the confirmation. */
export const mailKind = z.enum([
  'waiting',
  'offer',
  'place',
  'offer_ended',
  'cancelled',
  'updated',
  'repeated',
  'link',
  'event_changed',
  'event_cancelled',
]);

/** What a change was in words, for history and mails: `Date: before → now`. */
const changedValueSchema = z.object({ label: z.string(), before: z.string(), now: z.string() });

export const changeDetailsSchema = z.object({
  /** Whether the person is sent a mail; absent: as the kind of change has it. */
  tell: z.boolean().optional(),
  /** What staff add to the mail. */
  note: z.string().optional(),
  /** Which mail, where the kind of change does not say it. */
  mail: mailKind.optional(),
  /** Of a cancelled registration. */
  reason: cancelReason.optional(),
  changes: z.array(changedValueSchema).optional(),
  /** The event's title at that time. */
  event: z.string().optional(),
});

export type ChangeDetails = z.infer<typeof changeDetailsSchema>;
export type ChangeKind = z.infer<typeof changeKind>;
export type ChangeActor = z.infer<typeof changeActor>;
export type MailKind = z.infer<typeof mailKind>;
