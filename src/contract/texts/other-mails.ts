import type { PlaceholderName } from '../rules/mail/mail-placeholders.ts';

export const OTHER_MAILS = 'Other e-mails';
export const OTHER_MAILS_NOTE = 'Sent when something happens to a registration. Each has a default text.';
export const DEFAULT_TEXT = 'Default';
export const OWN_TEXT = 'Own';
export const IS_DEFAULT = 'This is the default text.';
export const USE_DEFAULT = 'Use the default text';
export const NO_SUBJECT = 'Please enter a subject';
export const NO_TEXT = 'Please enter a text';
/** The sender where the series has none. */
export const OF_THE_SERVER = 'the address of this server';
export const previewOf = (title: string): string => `Preview: ${title}`;
export const mailSaved = (title: string): string => `The e-mail ‘${title}’ is saved.`;

/** What placeholders stand for. */
export const PLACEHOLDER_MEANINGS: Readonly<Record<PlaceholderName, string>> = {
  SERIES: 'Title',
  FNAME: 'First name of the attendee',
  SUCCESS: 'The chosen events with their dates',
  FROM: 'The sender',
  EVENTS: 'The events with a place: title, date, venue and how to join',
  WAITING: 'The events that are waited for, with the position',
  LINK: 'The link to the own page',
  EVENT: 'Title of the event',
  OFFER_ENDS: 'When the offer ends',
  CHANGES: 'What was changed, before and now',
  NOTE: 'Your note',
};
