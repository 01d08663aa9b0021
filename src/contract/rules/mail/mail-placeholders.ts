import type { FormRef } from '../../forms/form-ref.ts';
import type { MailKind } from '../../registrations/mail-kind.ts';

/** Placeholders known to every mail except mailings, and those of some series mails. */
export const ALWAYS = ['SERIES', 'FNAME', 'SUCCESS', 'FROM'] as const;
export const OF_SERIES = ['EVENTS', 'WAITING', 'LINK', 'EVENT', 'DATE', 'OFFER_ENDS', 'CHANGES', 'NOTE', 'FEEDBACK', 'QR'] as const;
type OfSeries = (typeof OF_SERIES)[number];
export type PlaceholderName = (typeof ALWAYS)[number] | OfSeries;

const REGISTRATIONS = ['EVENTS', 'WAITING', 'LINK'] as const;
const OF_CONFIRMATION = [...REGISTRATIONS, 'QR'] as const;
/** Mails that list the single event they are about. */
export const OF_ONE_EVENT: readonly (MailKind | undefined)[] = ['offer', 'place', 'event_cancelled', 'reminder', 'starting_soon'];

/** Mails about a place, including the confirmation, which say whom to write to if people have no self-service page. */
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
  event_changed: ['EVENT', ...REGISTRATIONS, 'OFFER_ENDS', 'CHANGES', 'NOTE'],
  event_cancelled: ['EVENT', 'EVENTS', 'LINK', 'NOTE'],
  passed_on: ['EVENT'],
  reminder: ['EVENT', 'EVENTS', 'LINK', 'NOTE', 'QR'],
  starting_soon: ['EVENT', 'EVENTS', 'LINK', 'NOTE', 'QR'],
  thank_you: ['EVENT', 'FEEDBACK'],
};

/** The placeholders a mail knows; any other stays as typed. No kind: the confirmation. */
export const placeholdersOf = (kind: MailKind | undefined, formKind: FormRef['kind'] = 'series'): readonly PlaceholderName[] =>
  formKind === 'marketing' ? ALWAYS : [...ALWAYS, ...(kind === undefined ? OF_CONFIRMATION : OF_KINDS[kind])];

/** The placeholders that a mailing for this many events knows. */
export const placeholdersOfMailing = (events: number): readonly PlaceholderName[] => [
  ...(['FNAME', 'SERIES', 'FROM', 'EVENTS', 'LINK'] as const),
  ...(events === 1 ? (['EVENT', 'FEEDBACK'] as const) : []),
];

/** Whether a mail shows the check-in code of someone with a place. */
export const showsCode = (kind: MailKind | undefined): boolean => placeholdersOf(kind).includes('QR');
