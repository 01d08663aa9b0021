import type { MailKind } from '../registrations/registration-changes.ts';

/** Those that every mail knows, and those of some mails of series. */
export const ALWAYS = ['SERIES', 'FNAME', 'SUCCESS', 'FROM'] as const;
export const OF_SERIES = ['EVENTS', 'WAITING', 'LINK', 'EVENT', 'OFFER_ENDS', 'CHANGES', 'NOTE'] as const;

type OfSeries = (typeof OF_SERIES)[number];

const REGISTRATIONS = ['EVENTS', 'WAITING', 'LINK'] as const;

const OF_KINDS: Readonly<Record<MailKind, readonly OfSeries[]>> = {
  waiting: ['EVENT', ...REGISTRATIONS],
  offer: ['EVENT', ...REGISTRATIONS, 'OFFER_ENDS'],
  place: ['EVENT', ...REGISTRATIONS],
  offer_ended: ['EVENT', ...REGISTRATIONS],
  cancelled: ['EVENT', ...REGISTRATIONS, 'NOTE'],
  updated: [...REGISTRATIONS, 'CHANGES'],
  repeated: ['EVENT', ...REGISTRATIONS],
  link: REGISTRATIONS,
  event_changed: ['EVENT', ...REGISTRATIONS, 'CHANGES', 'NOTE'],
  event_cancelled: ['EVENT', 'NOTE'],
};

/** The values without those of placeholders that a kind of mail does not know. */
export function valuesOfKind<Values extends Partial<Record<OfSeries, unknown>>>(kind: MailKind, values: Values): Values {
  const known = { ...values };
  for (const name of OF_SERIES) if (!OF_KINDS[kind].includes(name)) delete known[name];
  return known;
}
