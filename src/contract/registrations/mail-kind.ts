import { z } from 'zod';

/** What each event of a series sends on its own: before its start, and after its end. */
export const automaticMail = z.enum(['reminder', 'starting_soon', 'thank_you']);

/** What a mailing is: written by staff, or automatic. */
export const mailingKind = z.enum(['mailing', ...automaticMail.options]);

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
  ...automaticMail.options,
]);

export type AutomaticMail = z.infer<typeof automaticMail>;
export type MailingKind = z.infer<typeof mailingKind>;
export type MailKind = z.infer<typeof mailKind>;
