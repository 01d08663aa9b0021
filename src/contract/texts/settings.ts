import type { RepeatPolicy } from '../forms/event-series.ts';
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

export const CALENDAR_ENTRIES_NOTE = 'A calendar file in the mails, links on the form.';

export const INSERT_STARTER_MAIL = 'Insert a starter mail';
export const STARTER_MAIL_HINT = 'Fills in sender, subject and template, for you to change.';

export const OWN_PAGE = 'Own page';
export const OWN_PAGE_NOTE = 'Each mail has a link to a page on which people see their registration.';
export const MAY_CORRECT = 'Correct their answers';
export const MAY_CHANGE_EVENTS = 'Change events';
export const MAY_CANCEL = 'Cancel';
export const UNTIL_HOW_LONG = 'Until how long before the event';

export const REPEATS = 'When an address signs up again';

const POLICIES: Readonly<Record<RepeatPolicy, { readonly label: string; readonly hint: string }>> = {
  allow: { label: 'Allow', hint: 'Each sign-up counts separately.' },
  update: {
    label: 'Update the earlier one',
    hint: 'The form answers as always; the earlier registration takes over what is new, and the e-mail says what changed.',
  },
  refuse: { label: 'Refuse by e-mail', hint: 'The form answers as always; the e-mail says that they are already registered.' },
};

const ORDER = ['allow', 'update', 'refuse'] as const satisfies readonly RepeatPolicy[];

export const REPEAT_POLICIES = ORDER.map((value) => ({ value, label: POLICIES[value].label }));

export const repeatHint = (policy: RepeatPolicy): string => POLICIES[policy].hint;
