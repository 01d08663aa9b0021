import { z } from 'zod';

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
  'passed_on',
]);

export type MailKind = z.infer<typeof mailKind>;
