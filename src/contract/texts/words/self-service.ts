import type { CancelWhy, RegistrationStatus } from '../../registrations/places.ts';
import { quoted } from './form.ts';

/** For a link that is unknown, was revoked or has ended. */
export const LINK_ENDED = 'This link no longer works.';
export const ASK_FOR_A_NEW_LINK = 'Ask for a new one, or write to the organiser.';

export const stopMarketing = (organisation: string): string => `Stop marketing emails from ${organisation}?`;
export const STILL_GET = "You'll still get emails about events that you signed up for.";
export const STOP_THEM = 'Stop them';
export const noMoreMarketing = (organisation: string): string => `You'll get no more marketing emails from ${organisation}.`;
export const GET_THEM_AGAIN = 'Get them again';
export const marketingAgain = (organisation: string): string => `You'll get marketing emails from ${organisation} again.`;
export const PAGE_UNAVAILABLE = "This page isn't available at the moment";
/** For feedback that is sent too soon after its page was opened, or more than a day later. */
export const NOT_SENT_YET = 'Not sent yet. Please send it again.';
export const TOO_MANY_CHANGES = 'Too many changes. Please try again later.';
export const BACK_TO_FORM = 'Back to the form';
export const SENT_ALREADY = "We've already sent this. Please check your inbox.";
/** Only for one's own address: it would tell a stranger who has signed up. */
export const sentSoMany = (mails: number, within: 'hour' | 'day', time: string): string =>
  `We've sent ${mails === 3 ? 'three' : mails} emails to this address within ${within === 'hour' ? 'an hour' : 'a day'}. The next one will be sent at about ${time}.`;
export const YOUR_CODE = 'Your check-in code';
export const SHOW_CODE = 'Show this code at the door';
export const OR_YOUR_NAME = 'Or just give your name.';
export const YOU_CAME = 'You came';
export const checkedInAt = (time: string): string => `Checked in at ${time}`;
export const CHECKED_IN_ALREADY = "you're checked in already";
export const NOT_YOUR_EVENT = "This isn't one of your events.";
export const alreadyRegistered = (titles: readonly string[]): string =>
  `You're already registered for ${quoted(titles)} in another sign-up with this email address.`;
export const ONE_MUST_STAY = 'To give up all your events, choose Cancel everything.';
/** Whom to write to if the series has no address. */
const ORGANISER = 'the organiser';
export const writeTo = (email: string | null): string => `Please write to ${email ?? ORGANISER}.`;
export const toChangeIt = (email: string | null): string => `To change it, write to ${email ?? ORGANISER}.`;
export const changesWerePossible = (line: string, email: string | null): string => `Changes were possible until ${line}. ${writeTo(email)}`;
export const changesUntil = (line: string): string => `You can change this until ${line}.`;
export const notPossible = (why: string): string => `This was not possible: ${why.replace(/\.$/, '')}.`;

export const hello = (name: string): string => `Hello ${name}`;
export const HAS_PLACE = 'You have a place';
export const CANCELLED = 'Cancelled';
export const EVENT_HAS_BEEN_CANCELLED = 'This event has been cancelled';
export const hasBeenCancelled = (event: string): string => `‘${event}’ has been cancelled.`;
export const CHOOSE_ANOTHER_DATE = 'Choose another date';
export const TAKE_THIS_PLACE = 'Take this place';
export const waitsAt = (position: number): string => `Waiting list, position ${position}`;
export const placeHeldUntil = (line: string): string => `We're holding a place for you until ${line}`;
/** An offer has no end until its mail has been sent. */
export const PLACE_IS_HELD = "We're holding a place for you";
export const NO_SIGN_UPS_AT_PRESENT = "This event isn't taking sign-ups at the moment. You'll keep your position.";
export const YOUR_ANSWERS = 'Your answers';
export const NAME = 'Name';
export const CONSENT = 'Emails about events';
export const YES = 'Yes';
export const NO = 'No';
export const NO_ANSWER = '–';
/** The title of an event in a list of those that a person has, without a place or with one. */
export const titleHeld = (title: string, status: RegistrationStatus | undefined): string =>
  status === 'waiting' || status === 'offered' ? `${title} (${status === 'waiting' ? 'waiting list' : 'place offered'})` : title;
export const titlesAsAnswer = (titles: readonly string[]): string => titles.join(', ') || NO_ANSWER;
export const JOIN = 'Join:';
/** The names of links and buttons, which say what they are about. */
export const actAt = (act: string, event: string): string => `${act}: ${event}`;

export const ACCEPT = 'Accept the place';
export const DECLINE = 'Decline';
export const CANCEL_THIS_PLACE = 'Cancel this place';
export const LEAVE_LIST = 'Leave the waiting list';
export const CORRECT = 'Edit answers';
export const CORRECT_ANSWERS = 'Edit your answers';
export const CHANGE_EVENTS = 'Change events';
export const CANCEL_EVERYTHING = 'Cancel everything';
export const SEND_AGAIN = 'Email me my registration';
export const JOIN_AGAIN = 'Join the waiting list again';
export const TAKE_A_PLACE = 'Take a place';
export const KEEP_IT = 'Keep my place';
export const STAY_ON_LIST = 'Stay on the list';
export const KEEP_ALL = 'Keep everything';
export const BACK = 'Back';
export const SAVE = 'Save';
export const GOES_TO_NEXT = 'Your place will go to the next person on the waiting list.';
export const GO_TO_NEXT = 'Your places will go to the next people on the waiting lists.';
export const goesToNextAt = (event: string): string => `Your place at ‘${event}’ will go to the next person on the waiting list.`;
export const cancelPlaceAt = (event: string): string => `Cancel your place at ‘${event}’?`;
export const CANCEL_ALL_OF_IT = 'Cancel everything?';
export const leaveListOf = (event: string): string => `Leave the waiting list for ‘${event}’?`;
export const takePlaceAt = (event: string): string => `Take a place at ‘${event}’?`;
export const declinePlaceAt = (event: string): string => `Decline the place at ‘${event}’?`;
export const joinListOf = (event: string): string => `Join the waiting list for ‘${event}’?`;
export const CANCEL_MY_PLACE = 'Cancel my place';
export const LEAVE = 'Leave the list';
export const DECLINE_IT = 'Decline the place';
export const CHOOSE_EVENTS = 'Choose the events you want to attend.';

export const wasCancelled = (event: string): string => `Your place at ‘${event}’ was cancelled.`;
export const leftList = (event: string): string => `You have left the waiting list for ‘${event}’.`;
export const ALL_CANCELLED = 'Everything has been cancelled.';
export const wasTaken = (event: string): string => `You have a place at ‘${event}’.`;
export const wasDeclined = (event: string): string => `You have declined the place at ‘${event}’.`;
export const joinedList = (event: string): string => `You're on the waiting list for ‘${event}’.`;
export const filledMeanwhile = (event: string): string => `‘${event}’ has filled up in the meantime. You're on its waiting list now.`;
export const EVENTS_CHANGED = 'Your events have been changed.';
export const CORRECTED = 'Your answers have been saved.';
export const sentTo = (email: string): string => `We've sent it to ${email}.`;
/** Next to a field that staff changed while it was edited here. */
export const changedMeanwhile = (value: string): string => `This was changed to ‘${value}’ in the meantime. Save to keep yours.`;

export const GET_YOUR_LINK = 'Get your link';
export const linkFor = (series: string): string =>
  `Enter the address you signed up with, and we'll email you a link to your registration for ‘${series}’.`;
export const ALREADY_SIGNED_UP = 'Already signed up?';
export const SEND_LINK = 'Send me the link';
export const linkMayBeSent = (email: string): string =>
  `If ${email} is signed up here, we're sending a link to it. This can take up to three hours.`;

export const NO_LINK_YET = 'Nothing there? Check your spam folder, and that this is the address you signed up with.';
export const OFFER_HAS_ENDED = 'This offer has ended.';
export const EVENT_HAS_BEGUN = 'This event has started.';
/** Asked before a registration is given up, and shown to staff. */
export const MAY_WE_ASK_WHY = 'May we ask why?';
export const WHY: Readonly<Record<CancelWhy, string>> = {
  date: "The date doesn't suit me",
  work: 'Plans changed at work',
  need: 'I no longer need it',
  other: 'Another reason',
};
export const WHICH_REASON = 'Which reason?';
/** The reason as shown to staff. */
export const whyText = (why: CancelWhy, note: string | null | undefined): string => (note ? `${WHY[why]}: ${note}` : WHY[why]);

/** What another sign-up with the address ticked and changed. */
export const MAY_WE_EMAIL = 'May we email you?';
export const signedUpAndTicked = (consent: string): string =>
  `Someone signed up with this email address and ticked “${consent.replace(/\.$/, '')}”.`;
export const CONFIRM = 'Confirm';
export const CONFIRMED = 'Thank you. You may hear from us by email.';
export const UNDO_QUESTION = 'Undo the change?';
export const WHAT_UNDO_DOES =
  'Someone signed up with your email address. This puts back what they changed; a place they took will go to the next person on the waiting list.';
export const changedOn = (line: string): string => `Changed on ${line}`;
export const UNDO = 'Undo the change';
export const NOTHING_TO_UNDO = "There's nothing to undo";
export const UNDO_LASTS = 'Changes made by another sign-up can be undone for 7 days.';
export const UNDONE = 'The change has been undone.';
export const undoneBut = (labels: readonly string[]): string =>
  `${UNDONE} Not put back, because it has changed again since: ${labels.join(', ')}.`;

/** The page on which people rate an event. */
export const HOW_WAS_IT = 'How was it?';
export const RATINGS = ['1 (poor)', '2', '3', '4', '5 (excellent)'];
export const COMMENT = 'Comment';
export const SEND_FEEDBACK = 'Send feedback';
export const THANKS_FOR_FEEDBACK = 'Thank you for your feedback.';
