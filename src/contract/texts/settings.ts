import type { RepeatPolicy } from '../forms/event-series.ts';
import type { PlaceholderName } from '../rules/mail/mail-placeholders.ts';

export const NO_SUBJECT = 'Please enter a subject';
export const NO_TEXT = 'Please enter a text';
export const previewOf = (title: string): string => `Preview: ${title}`;

/** What previews and tests of mails say where nothing has happened yet. */
export const SAMPLE = {
  event: 'Day one',
  change: { label: 'Job title', before: 'Engineer', now: 'Senior engineer' },
  note: 'If you have any questions, please write to us.',
  link: 'https://events.example.com/registration/…',
  feedback: 'https://events.example.com/feedback/…',
} as const;

export const PLACEHOLDER_MEANINGS: Readonly<Record<PlaceholderName, string>> = {
  SERIES: 'Title',
  FNAME: 'First name of the attendee',
  SUCCESS: 'The chosen events with their dates; of a form without events, its title',
  FROM: 'The sender',
  EVENTS: 'The events with a place: title, date, venue and how to join',
  WAITING: 'The events they are waiting for, with their position',
  LINK: 'The link to the self-service page',
  EVENT: 'Title of the event',
  DATE: 'Date of the event',
  OFFER_ENDS: 'When the offer ends',
  CHANGES: 'What was changed, before and now',
  NOTE: 'Your note',
  FEEDBACK: 'The link to the feedback page',
  QR: 'The check-in code, where the series has it',
};

export const CHECK_IN_CODES = 'Check-in codes';
export const CHECK_IN_CODES_NOTE = 'A code in emails and on the self-service page, to be scanned at the door.';
export const CALENDAR_ENTRIES_NOTE = 'Calendar files in emails, and calendar links on the form.';
export const UNTIL_HOW_LONG = 'Changes close this long before the event';
export const REPEATS = 'If someone signs up twice';

export const REPEAT_POLICIES: Readonly<Record<RepeatPolicy, { readonly label: string; readonly hint: string }>> = {
  allow: { label: 'Keep both', hint: 'Each counts separately.' },
  update: {
    label: 'Update the first',
    hint: 'The form responds as usual. The first sign-up gets the new details, and an email says what changed.',
  },
  refuse: { label: 'Keep the first and email them', hint: 'The form responds as usual. An email says that they are already registered.' },
};
