import type { MailKind } from '../../registrations/mail-kind.ts';

/** Those that every mail knows, and those of some mails of series. */
export const ALWAYS = ['SERIES', 'FNAME', 'SUCCESS', 'FROM'] as const;
export const OF_SERIES = ['EVENTS', 'WAITING', 'LINK', 'EVENT', 'DATE', 'OFFER_ENDS', 'CHANGES', 'NOTE', 'FEEDBACK', 'QR'] as const;

type OfSeries = (typeof OF_SERIES)[number];
export type PlaceholderName = (typeof ALWAYS)[number] | OfSeries;

/** Those of most mails of a series. */
const REGISTRATIONS = ['EVENTS', 'WAITING', 'LINK'] as const;

export const OF_CONFIRMATION = [...REGISTRATIONS, 'QR'] as const;

/** Mails that list the one event that they are about. */
export const OF_ONE_EVENT: readonly (MailKind | undefined)[] = ['offer', 'place', 'event_cancelled', 'reminder', 'starting_soon'];

/** Mails about a place, the confirmation among them, which say whom to write to where nobody has an own page. */
export const ABOUT_PLACES: readonly (MailKind | undefined)[] = [
  undefined,
  'place',
  'repeated',
  'link',
  'event_changed',
  'reminder',
  'starting_soon',
];

const OF_KINDS: Readonly<Record<MailKind, readonly OfSeries[]>> = {
  waiting: ['EVENT', ...REGISTRATIONS],
  offer: ['EVENT', ...REGISTRATIONS, 'OFFER_ENDS'],
  place: ['EVENT', ...OF_CONFIRMATION],
  offer_ended: ['EVENT', ...REGISTRATIONS],
  cancelled: ['EVENT', 'DATE', ...REGISTRATIONS, 'NOTE'],
  updated: [...OF_CONFIRMATION, 'CHANGES'],
  repeated: ['EVENT', ...REGISTRATIONS],
  link: OF_CONFIRMATION,
  event_changed: ['EVENT', ...REGISTRATIONS, 'CHANGES', 'NOTE'],
  event_cancelled: ['EVENT', 'EVENTS', 'LINK', 'NOTE'],
  passed_on: ['EVENT'],
  reminder: ['EVENT', 'EVENTS', 'LINK', 'NOTE', 'QR'],
  starting_soon: ['EVENT', 'EVENTS', 'LINK', 'NOTE', 'QR'],
  thank_you: ['EVENT', 'FEEDBACK'],
};

/** What a mail of a series knows beside what every mail knows; any other placeholder in it stays as typed. */
export const placeholdersOfKind = (kind: MailKind): readonly OfSeries[] => OF_KINDS[kind];

/** Whether a mail shows the check-in code of somebody with a place; the confirmation does, too. */
export const showsCode = (kind: MailKind | undefined): boolean => kind === undefined || OF_KINDS[kind].includes('QR');

/** What a mailing knows beside name, series and sender. */
export const placeholdersOfMailing = (events: number): readonly OfSeries[] =>
  events === 1 ? ['EVENT', 'EVENTS', 'LINK'] : ['EVENTS', 'LINK'];

/** The values without those of placeholders that are not among the `known` ones. */
export function knownValues<Values extends Partial<Record<OfSeries, unknown>>>(known: readonly OfSeries[], values: Values): Values {
  const left = { ...values };
  for (const name of OF_SERIES) if (!known.includes(name)) delete left[name];
  return left;
}
