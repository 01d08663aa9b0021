import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

/** What each event of a series sends automatically: before its start, and after its end. */
export const automaticMail = z.enum(['reminder', 'starting_soon', 'thank_you']);

const [DAY, HOUR] = [DAY_MS / MINUTE_MS, HOUR_MS / MINUTE_MS];

/** When each may be sent, in minutes before the start or, for the thank-you, after the end; the first applies when it is switched on. */
export const MAIL_TIMES = {
  reminder: [DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY],
  starting_soon: [HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR],
  thank_you: [DAY, HOUR, 3 * HOUR, 2 * DAY, 7 * DAY],
} as const satisfies Readonly<Record<z.infer<typeof automaticMail>, readonly number[]>>;

/** One of its times, or 0 for never. */
export const mailMinutes = (kind: z.infer<typeof automaticMail>) =>
  z.int().refine((minutes) => [0, ...MAIL_TIMES[kind]].includes(minutes), 'Please choose one of the times');

/** The name of each mail's setting. */
export const minutesName = (kind: AutomaticMail) => `${kind}_minutes` as const;

export const forMinutes = <Value>(valueOf: (kind: AutomaticMail) => Value) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the names that the line builds
  Object.fromEntries(automaticMail.options.map((kind) => [minutesName(kind), valueOf(kind)])) as Record<`${AutomaticMail}_minutes`, Value>;

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
