import type { MailKind } from '../../registrations/mail-kind.ts';
import { quoted } from './form.ts';

interface MailText {
  readonly subject: string;
  readonly template: string;
}

const mail = (subject: string, ...parts: string[]): MailText => ({ subject, template: ['Hello %FNAME%,', ...parts].join('\n\n') });

/** The mails of a series besides the confirmation, unless staff wrote their own. */
export const DEFAULT_MAILS: Readonly<Record<MailKind, MailText>> = {
  waiting: mail(
    'You are on the waiting list: %EVENT%',
    '%EVENT% is full. You are on the waiting list: %WAITING%',
    'This is not a confirmed place. We will e-mail you as soon as a place is free.',
    'Your position, or leave the list: %LINK%',
  ),
  offer: mail(
    'A place is free for you: %EVENT%',
    'A place has become free: %EVENTS%',
    'It is yours if you accept it by %OFFER_ENDS%: %LINK%',
    'After that we offer it to the next person on the waiting list.',
  ),
  place: mail(
    'You have a place: %EVENT%',
    'You have moved up from the waiting list and have a place: %EVENTS%',
    'If you cannot come, please cancel, so that somebody else can: %LINK%',
  ),
  offer_ended: mail(
    'Your offer has ended: %EVENT%',
    'The place we offered you has gone to the next person. You can join the waiting list again: %LINK%',
  ),
  cancelled: mail('Cancelled: %EVENT%', 'Your registration was cancelled: %EVENT%', '%NOTE%', 'Was this a mistake? Sign up again: %LINK%'),
  updated: mail(
    'Your registration was changed: %SERIES%',
    '%CHANGES%',
    'You are signed up for: %EVENTS%',
    'Was this not you? Change it back here: %LINK%',
  ),
  repeated: mail(
    'You are already registered: %SERIES%',
    'We got another sign-up with this address. You are already registered: %EVENTS% %WAITING%',
    'To change or cancel it: %LINK%',
    'If this was not you, you need not do anything.',
  ),
  link: mail('Your registration: %SERIES%', 'You are signed up for: %EVENTS% %WAITING%', 'See, change or cancel it: %LINK%'),
  event_changed: mail('Changed: %EVENT%', '%CHANGES%', '%NOTE%', 'You are signed up for: %EVENTS%', 'If you can no longer come: %LINK%'),
  event_cancelled: mail('Cancelled: %EVENT%', '%EVENT% will not take place.', '%NOTE%'),
};

/**
 * The texts for somebody who waits for the event: whoever repeats a sign-up was waiting already, whoever loses an offer that staff took
 * back waits again, and news of a change must not read as if there were a place.
 */
export const MAILS_TO_WAITING: Readonly<Partial<Record<MailKind, MailText>>> = {
  offer_ended: mail(
    'Your offer has ended: %EVENT%',
    'Our offer of a place was withdrawn: %EVENT%',
    'You are on the waiting list: %WAITING%',
    'Your position, or leave the list: %LINK%',
  ),
  repeated: mail(
    'You are already registered: %SERIES%',
    'We got another sign-up with this address. You are already on the waiting list for ‘%EVENT%’.',
    '%WAITING%',
    'To change or cancel it: %LINK%',
    'If this was not you, you need not do anything.',
  ),
  event_changed: mail(
    'Changed: %EVENT%',
    '%CHANGES%',
    '%NOTE%',
    'You are on the waiting list: %WAITING%',
    'Your position, or leave the list: %LINK%',
  ),
};

/** The mail to somebody who waits for several events. */
export const WAITING_FOR_SEVERAL: MailText = mail(
  DEFAULT_MAILS.waiting.subject,
  '%EVENT% are full. You are on the waiting list: %WAITING%',
  'This is not a confirmed place. We will e-mail you as soon as a place is free.',
  'Your position, or leave the list: %LINK%',
);

/** The mail about an ended offer where there is no own page at which to join again. */
export const OFFER_ENDED_WITHOUT_LINK: MailText = mail(DEFAULT_MAILS.offer_ended.subject, 'Our offer of a place has ended: %EVENT%');

/** What a mail is about: one event by its title, several with quotation marks, as part of a sentence. */
export const eventsInWords = (titles: readonly string[]): string => (titles.length > 1 ? quoted(titles) : titles.join(''));

/** Of a change whose values are not told. */
export const wasChanged = (label: string): string => `${label} was changed`;

/** What a confirmation says besides its template. */
export const ALSO_WAITING = 'You are on the waiting list for:';
export const NOT_CONFIRMED_YET = 'This is not a confirmed place. We will e-mail you as soon as a place is free.';
export const ALREADY_REGISTERED = 'You are already registered for:';
export const SEE_REGISTRATION = 'See, change or cancel your registration:';

/** In every entry: our address for changes is a link of the attendee's own, and calendars are shared. */
export const CHANGES_BY_MAIL = 'Changes: see your confirmation e-mail.';

/** A first mail to the attendee, to be changed: of a series, and of a marketing form. */
export const STARTER_MAILS = {
  series: {
    subject: 'You are signed up: %SERIES%',
    template: `Hello %FNAME%,

thank you for signing up. We look forward to seeing you:

%SUCCESS%

If you can no longer come, please write to %FROM%.

Best wishes`,
  },
  marketing: {
    subject: 'Thank you for your interest: %SERIES%',
    template: `Hello %FNAME%,

thank you for your interest in %SUCCESS%.

If you have any questions, please write to %FROM%.

Best wishes`,
  },
} as const;

/** What previews and tests of mails say where nothing has happened yet. */
export const SAMPLE = {
  event: 'Day one',
  date: 'Date',
  change: 'Job title: Engineer → Senior engineer',
  note: 'If you have any questions, please write to us.',
  link: 'https://events.example.com/registration/…',
} as const;

/** The values of an event that people are told about, and the text for an empty one. */
export const EVENT_VALUES = { title: 'Title', date: 'Date', venue: 'Venue', address: 'Address', joinLink: 'Join link' } as const;
export const NONE = '–';
export const joinAt = (url: string): string => `Join: ${url}`;
export const atPosition = (position: number | null): string => `position ${position}`;

/** Added to the mail about a repeat: the consent that it ticked, and how what it changed is undone. */
export const CONFIRM_CONSENT = 'Someone signed up with this email address and ticked “%CONSENT%”. Confirm: %CONFIRM%';
export const UNDO_THE_CHANGE = 'This wasn’t me: undo the change: %UNDO%';
