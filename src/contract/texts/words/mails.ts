import type { MailKind } from '../../registrations/mail-kind.ts';
import type { ChangeDetails } from '../../registrations/registration-changes.ts';
import { noPlaceYet, quoted } from './form.ts';

/** The subject and template of a mail, before its placeholders are filled in. */
export interface MailText {
  readonly subject: string;
  readonly template: string;
}

const mail = (subject: string, ...parts: string[]): MailText => ({ subject, template: ['Hello %FNAME%,', ...parts].join('\n\n') });

/** For people who may change or cancel the registration, or only cancel it; and for those who may not. */
export const CHANGE_OR_CANCEL = 'Need to change or cancel?';
export const SEE_OR_MANAGE = 'See or manage your registration:';
export const PLEASE_CANCEL = "Can't make it? Please cancel, so that someone else can come:";
export const CANNOT_MAKE_IT = "Can't make it any more?";
export const SEE_REGISTRATION = 'See your registration:';
const NO_PLACE_YET = noPlaceYet(true);
const SEE_OR_LEAVE = 'See your position or leave the list: %LINK%';
const EVERYTHING = 'You have a place at: %EVENTS% %WAITING%';
const NOT_YOU = "If this wasn't you, you can ignore this email.";

/** The mails of a series besides the confirmation, unless staff wrote their own. */
export const DEFAULT_MAILS: Readonly<Record<MailKind, MailText>> = {
  waiting: mail(
    "You're on the waiting list: %EVENT%",
    "‘%EVENT%’ is full, so you're on the waiting list: %WAITING%",
    NO_PLACE_YET,
    SEE_OR_LEAVE,
  ),
  offer: mail(
    'A place has opened up: %EVENT%',
    'A place has opened up for you at: %EVENTS%',
    "It's yours once you accept. Please reply by %OFFER_ENDS%: %LINK%",
    'After that, it may go to someone else.',
  ),
  place: mail('You have a place: %EVENT%', 'You now have a place at: %EVENTS%', `${PLEASE_CANCEL} %LINK%`),
  offer_ended: mail(
    'Your offer has ended: %EVENT%',
    'The time to accept your place at ‘%EVENT%’ has run out.',
    'Still want to come? %LINK%',
  ),
  cancelled: mail(
    'Registration cancelled: %EVENT%',
    'Your registration for ‘%EVENT%’ (%DATE%) is cancelled.',
    '%NOTE%',
    'Was this a mistake? %LINK%',
  ),
  updated: mail(
    'Your registration has changed: %SERIES%',
    'Your registration has changed: %CHANGES%',
    EVERYTHING,
    'Something not right? %LINK%',
  ),
  repeated: mail(
    "You're already registered: %SERIES%",
    'We received another sign-up with this email address. You already have a place at: %EVENTS% %WAITING%',
    `${CHANGE_OR_CANCEL} %LINK%`,
    NOT_YOU,
  ),
  link: mail('Your registration: %SERIES%', EVERYTHING, `${SEE_OR_MANAGE} %LINK%`),
  event_changed: mail(
    'Changed: %EVENT%',
    'Some details of ‘%EVENT%’ have changed: %CHANGES%',
    '%NOTE%',
    EVERYTHING,
    `${CANNOT_MAKE_IT} %LINK%`,
  ),
  passed_on: mail('Passed on: %EVENT%', 'Your place at ‘%EVENT%’ has been passed on to someone else.'),
  event_cancelled: mail(
    'Event cancelled: %EVENT%',
    "We're sorry, but this event has been cancelled: %EVENTS%",
    '%NOTE%',
    'Would another date suit you? %LINK%',
  ),
  reminder: mail('Reminder: %EVENT%', 'We look forward to seeing you at: %EVENTS%', '%NOTE%', `${PLEASE_CANCEL} %LINK%`),
  starting_soon: mail('Starting soon: %EVENT%', "It's nearly time: %EVENTS%", '%NOTE%', `${CANNOT_MAKE_IT} %LINK%`),
  thank_you: mail(
    'Thank you for coming: %EVENT%',
    'Thank you for coming to ‘%EVENT%’. We hope to see you again.',
    'How was it? %FEEDBACK%',
  ),
};

/** The mails about several events at once: their subjects name the series, and %EVENT% stands for titles in quotation marks. */
export const MAILS_ABOUT_SEVERAL: Readonly<Partial<Record<MailKind, MailText>>> = {
  waiting: mail(
    "You're on the waiting list: %SERIES%",
    "%EVENT% are full, so you're on their waiting lists: %WAITING%",
    NO_PLACE_YET,
    'See your positions or leave the lists: %LINK%',
  ),
  offer: mail(
    'Places have opened up: %SERIES%',
    'Places have opened up for you at: %EVENTS%',
    "They're yours once you accept: %LINK%",
    'After that, they may go to someone else.',
  ),
  place: mail('You have places: %SERIES%', 'You now have places at: %EVENTS%', `${PLEASE_CANCEL} %LINK%`),
  passed_on: mail('Passed on: %SERIES%', 'Your places at %EVENT% have been passed on to someone else.'),
  cancelled: mail(
    'Registration cancelled: %SERIES%',
    'Your registration for %EVENT% is cancelled.',
    '%NOTE%',
    'Was this a mistake? %LINK%',
  ),
};

/** The texts for someone who is waiting for the event, or has an offer: news of a change must not read as if they had a place. */
export const MAILS_WITHOUT_PLACE: Readonly<Record<'waiting' | 'offered', Readonly<Partial<Record<MailKind, MailText>>>>> = {
  waiting: {
    offer_ended: mail(
      DEFAULT_MAILS.offer_ended.subject,
      "We're no longer able to hold a place for you at ‘%EVENT%’.",
      "You're still on the waiting list: %WAITING%",
      SEE_OR_LEAVE,
    ),
    repeated: mail(
      DEFAULT_MAILS.repeated.subject,
      "We received another sign-up with this email address. You're already on the waiting list for: %WAITING%",
      `${CHANGE_OR_CANCEL} %LINK%`,
      NOT_YOU,
    ),
    event_changed: mail(
      DEFAULT_MAILS.event_changed.subject,
      'Some details of ‘%EVENT%’ have changed: %CHANGES%',
      '%NOTE%',
      EVERYTHING,
      SEE_OR_LEAVE,
    ),
  },
  offered: {
    event_changed: mail(
      DEFAULT_MAILS.event_changed.subject,
      'Some details of ‘%EVENT%’ have changed: %CHANGES%',
      '%NOTE%',
      "We're still holding a place for you.",
      'Please reply by %OFFER_ENDS%.',
      'Accept or decline: %LINK%',
    ),
  },
};

const AFTER_ALL = 'Going ahead after all: %EVENT%';
const ALSO_CHANGED = 'Some details have changed: %CHANGES%';

/** The texts about a cancelled event that is going ahead after all, by what the person has there; with what else has changed, if anything. */
export const MAILS_ABOUT_REINSTATED: Readonly<Record<'confirmed' | 'waiting' | 'offered', MailText>> = {
  confirmed: mail(
    AFTER_ALL,
    '‘%EVENT%’ is going ahead after all, and you still have your place: %EVENTS%',
    ALSO_CHANGED,
    '%NOTE%',
    `${CANNOT_MAKE_IT} %LINK%`,
  ),
  waiting: mail(
    AFTER_ALL,
    "‘%EVENT%’ is going ahead after all, and you're still on the waiting list: %WAITING%",
    ALSO_CHANGED,
    '%NOTE%',
    SEE_OR_LEAVE,
  ),
  offered: mail(
    AFTER_ALL,
    "‘%EVENT%’ is going ahead after all, and we're still holding a place for you.",
    'Please reply by %OFFER_ENDS%.',
    ALSO_CHANGED,
    '%NOTE%',
    'Accept or decline: %LINK%',
  ),
};

/** The button that leads to the self-service page; it promises only what is possible there. */
export const BUTTONS = {
  manage: 'Manage your registration',
  see: 'See your registration',
  position: 'See your position',
  offer: 'See your offer',
  answer: 'Accept or decline',
  options: 'See your options',
  dates: 'See other dates',
  feedback: 'Give feedback',
} as const;

/** What a mail is about: one event by its title, several with quotation marks, as part of a sentence. */
export const eventsInWords = (titles: readonly string[]): string => (titles.length > 1 ? quoted(titles) : titles.join(''));

/** For a change whose values are not disclosed. */
export const wasChanged = (label: string): string => `${label} was changed`;
/** The values of a change: what is new, what was removed, and what there was before. */
export const NEW = 'new';
export const REMOVED = 'removed';
export const TO_BE_ANNOUNCED = 'to be announced';
export const WAS = 'was';
/** After words that are struck out, in plain text. */
export const STRUCK_OUT = '(struck out)';
export const was = (value: string): string => `${WAS} ${value}`;

/** Which events were added to a registration, to wait for, and removed from it; titles may have commas. */
export const addedAndRemoved = ({ added, waiting = [], removed }: NonNullable<ChangeDetails['titles']>): string[] => [
  ...(added.length === 0 ? [] : [`Added: ${quoted(added)}`]),
  ...(waiting.length === 0 ? [] : [onWaitingList(quoted(waiting))]),
  ...(removed.length === 0 ? [] : [`Removed: ${quoted(removed)}`]),
];

/** Texts of a mail in addition to its template. */
export const PLACES = 'You have a place at:';
export const HELD_FOR_YOU = "We're holding a place for you:";
export const ALSO_WAITING = "You're on the waiting list for:";
export const NOT_CONFIRMED_YET = NO_PLACE_YET;
/** Introduces other sign-ups that share this mail. */
export const ALSO_REGISTERED = 'Also registered with this email address:';
export const onWaitingList = (event: string): string => `On the waiting list: ${event}`;
export const andMore = (count: number): string => `and ${count} more`;
export const ALREADY_REGISTERED = "You're already registered for:";
/** If there is no self-service page; the value says whom to write to. */
export const CANNOT_COME = "Can't come? Please %CONTACT%.";
export const contactBy = (email: string | null, organisation: string): string =>
  email === null ? `contact ${organisation}` : `write to ${email}`;

/** Always included, since a stranger would otherwise learn from it whether an address has signed up before. */
const MAY_TAKE_LONGER = 'After several sign-ups with the same address, an email can take up to three hours.';

/** What follows a sign-up, in its answer. */
export const sendingTo = (address: string, sender: string | undefined): string =>
  `We're sending an email to ${address}.\nNot there in ten minutes? Check your spam folder${sender === undefined ? '' : `, or write to ${sender}`}. ${MAY_TAKE_LONGER}`;
export const NEXT = {
  join: 'The link to join is in that email.',
  change: `${CHANGE_OR_CANCEL} Use the link in that email.`,
  see: 'To see your registration, use the link in that email.',
  position: 'To see your position or leave the list, use the link in that email.',
} as const;

/** The line that mail programs show next to the subject. */
export const replyBy = (line: string): string => `Please reply by ${line}.`;
export const stillWaitsAt = (position: string): string => `${position}. You don't have a place yet.`;

/** Below every mail to an attendee: why it was sent. */
export const becauseOfSeries = (title: string): string => `You're getting this because of your registration for ${title}.`;
export const becauseOfForm = (title: string): string => `You're getting this because you filled in ‘${title}’.`;
export const becauseAgreed = (organisation: string): string => `You're getting this because you agreed to hear from ${organisation}.`;
/** In the confirmation of a sign-up with the tick for marketing. */
export const GET_MARKETING_AGAIN = "You've unsubscribed from our marketing emails. To get them again: %AGAIN%";
export const UNSUBSCRIBE = 'Unsubscribe';
export const LEGAL_NOTICE = 'Legal notice';
export const ACCESSIBILITY = 'Accessibility';
/** In every entry, without the attendee's personal link, since calendars are shared. */
export const CHANGES_BY_MAIL = 'To change or cancel, see the email we sent you.';

const STARTERS = {
  series: mail(
    "You're signed up: %SERIES%",
    'Thank you for signing up.',
    'You have a place at: %EVENTS%',
    `${CHANGE_OR_CANCEL} %LINK%`,
    'Best wishes,\n{organisation}',
  ),
  marketing: mail(
    'Thank you for your interest: %SERIES%',
    "Thank you for your interest. We've received your details.",
    'Any questions? Please write to %FROM%.',
    'Best wishes,\n{organisation}',
  ),
} as const;

/** A first mail to the attendee, to be changed: of a series, and of a marketing form. */
export function starterMail(kind: keyof typeof STARTERS, organisation: string): MailText {
  const { subject, template } = STARTERS[kind];
  return { subject, template: template.replace('{organisation}', () => organisation) };
}

/** The values of an event that people are told about, and the text for an empty one. */
export const EVENT_VALUES = {
  title: 'Title',
  date: 'Date and time',
  venue: 'Venue',
  address: 'Address',
  joinLink: 'Join link',
  status: 'Status',
} as const;
export const GOING_AHEAD = 'Going ahead';
export const CANCELLED = 'Cancelled';
export const NONE = '–';
export const SHOW_CODE = 'Show this code at the door, or just give your name.';
export const CODE_IS_ATTACHED = 'Your check-in code is attached. Show it at the door, or just give your name.';
export const JOIN_ONLINE = 'Join online';
export const joinAt = (url: string): string => `${JOIN_ONLINE}: ${url}`;
export const atPosition = (position: number | null): string => `Position ${position}`;

/** Added to the mail about a repeat: the consent that it ticked, and how what it changed is undone. */
export const CONFIRM_CONSENT = 'Someone signed up with this email address and ticked “%CONSENT%”. Confirm:\n%CONFIRM%';
export const UNDO_THE_CHANGE = "If this wasn't you, undo the change:\n%UNDO%";
