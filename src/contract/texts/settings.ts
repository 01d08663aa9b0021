import type { RepeatPolicy } from '../forms/event-series.ts';
import type { PlaceholderName } from '../rules/mail/mail-placeholders.ts';

export const OTHER_MAILS = 'Other emails';
export const OTHER_MAILS_NOTE = 'Sent when a registration changes. Each has a default text.';
export const DEFAULT_TEXT = 'Default';
export const OWN_TEXT = 'Own';
export const IS_DEFAULT = 'This is the default text.';
export const USE_DEFAULT = 'Use the default text';
export const NO_SUBJECT = 'Please enter a subject';
export const NO_TEXT = 'Please enter a text';
/** The sender where the series has none. */
export const OF_THE_SERVER = 'the address of this server';
export const previewOf = (title: string): string => `Preview: ${title}`;
export const mailSaved = (title: string): string => `The email ‘${title}’ is saved.`;

/** What placeholders stand for. */
export const PLACEHOLDER_MEANINGS: Readonly<Record<PlaceholderName, string>> = {
  SERIES: 'Title',
  FNAME: 'First name of the attendee',
  SUCCESS: 'The chosen events with their dates',
  FROM: 'The sender',
  EVENTS: 'The events with a place: title, date, venue and how to join',
  WAITING: 'The events they are waiting for, with their position',
  LINK: 'The link to the self-service page',
  EVENT: 'Title of the event',
  DATE: 'Date of the event',
  OFFER_ENDS: 'When the offer ends',
  CHANGES: 'What was changed, before and now',
  NOTE: 'Your note',
};

export const CALENDAR_ENTRIES_NOTE = 'Calendar files in emails, and calendar links on the form.';

export const INSERT_STARTER_MAIL = 'Insert a starter email';
export const STARTER_MAIL_HINT = 'Fills in the sender, subject and template for you to edit.';

export const OWN_PAGE = 'Self-service page';
export const OWN_PAGE_NOTE = 'Each email links to a page where people can see their registration.';
export const MAY_CORRECT = 'Edit their answers';
export const MAY_CHANGE_EVENTS = 'Change events';
export const MAY_CANCEL = 'Cancel';
export const UNTIL_HOW_LONG = 'Changes close before the event by';

export const REPEATS = 'If someone signs up twice';

const POLICIES: Readonly<Record<RepeatPolicy, { readonly label: string; readonly hint: string }>> = {
  allow: { label: 'Keep both', hint: 'Each counts separately.' },
  update: {
    label: 'Update the first',
    hint: 'The form responds as usual. The first sign-up takes on what is new, and an email says what changed.',
  },
  refuse: { label: 'Keep the first and email them', hint: 'The form responds as usual. An email says that they are already registered.' },
};

const ORDER = ['allow', 'update', 'refuse'] as const satisfies readonly RepeatPolicy[];

export const REPEAT_POLICIES = ORDER.map((value) => ({ value, label: POLICIES[value].label }));

export const repeatHint = (policy: RepeatPolicy): string => POLICIES[policy].hint;

export const NO_SLACK_CHANNEL = 'Nothing is posted until a channel is set';
export const NO_SLACK_CHANNEL_ID = 'Enter the ID of the channel. It begins with C and is at the bottom of the channel’s details in Slack.';
export const postsTo = (channel: string): string => `Posts to ${channel}`;
