import { quoted } from './form.ts';

/** Of a link that is unknown, was revoked or has ended. */
export const LINK_ENDED = 'This link no longer works.';
export const ASK_FOR_A_NEW_LINK = 'Ask for a new one, or write to the organiser.';
export const PAGE_UNAVAILABLE = 'This page cannot be shown at the moment';

export const TOO_MANY_CHANGES = 'Too many changes. Please try again later.';
export const BACK_TO_FORM = 'Back to the form';
export const SENT_ALREADY = 'We sent this already. Please look into your inbox.';
export const NOT_YOUR_EVENT = 'This is not one of your events.';
export const registeredBefore = (titles: readonly string[]): string =>
  `Another sign-up with your address is for ${quoted(titles)} already.`;
export const ONE_MUST_STAY = 'To give up all, choose Cancel everything.';

/** Whom to write to, where the series has no address. */
const ORGANISER = 'the organiser';
export const writeTo = (email: string | null): string => `Please write to ${email ?? ORGANISER}.`;
export const toChangeIt = (email: string | null): string => `To change it, write to ${email ?? ORGANISER}.`;
export const changesWerePossible = (line: string, email: string | null): string => `Changes were possible until ${line}. ${writeTo(email)}`;
export const changesUntil = (line: string): string => `You can change this until ${line}.`;
export const notPossible = (why: string): string => `This was not possible: ${why.replace(/\.$/, '')}.`;

export const hello = (name: string): string => `Hello ${name}`;
export const HAS_PLACE = 'You have a place';
export const CANCELLED = 'Cancelled';
export const waitsAt = (position: number): string => `Waiting list, position ${position}`;
export const placeFreeUntil = (line: string): string => `A place is free for you until ${line}`;
/** Until the mail with the offer has left, it has no end. */
export const PLACE_IS_FREE = 'A place is free for you';
export const NO_SIGN_UPS_AT_PRESENT = 'This event takes no sign-ups at present. You keep your position.';

export const YOUR_ANSWERS = 'Your answers';
export const NAME = 'Name';
export const CONSENT = 'Emails about events';
export const YES = 'Yes';
export const NO = 'No';
export const NO_ANSWER = '–';
/** The titles of events, as an answer. */
export const titlesAsAnswer = (titles: readonly string[]): string => titles.join(', ') || NO_ANSWER;
export const JOIN = 'Join:';
/** The names of links and buttons, which say what they are about. */
export const actAt = (act: string, event: string): string => `${act}: ${event}`;

export const ACCEPT = 'Accept';
export const DECLINE = 'Decline';
export const CANCEL_THIS_PLACE = 'Cancel this place';
export const LEAVE_LIST = 'Leave the waiting list';
export const CORRECT = 'Correct';
export const CORRECT_ANSWERS = 'Correct your answers';
export const CHANGE_EVENTS = 'Change events';
export const CANCEL_EVERYTHING = 'Cancel everything';
export const SEND_AGAIN = 'Send me the confirmation again';
export const JOIN_AGAIN = 'Join the waiting list again';
export const TAKE_A_PLACE = 'Take a place';
export const KEEP_IT = 'Keep it';
export const KEEP_ALL = 'Keep all';
export const BACK = 'Back';
export const SAVE = 'Save';

export const GOES_TO_NEXT = 'Your place goes to the next person.';
export const GO_TO_NEXT = 'Your places go to the next people.';
export const goesToNextAt = (event: string): string => `Your place at ‘${event}’ goes to the next person.`;
export const cancelPlaceAt = (event: string): string => `Cancel your place at ‘${event}’?`;
export const CANCEL_ALL_OF_IT = 'Cancel everything?';
export const leaveListOf = (event: string): string => `Leave the waiting list for ‘${event}’?`;
export const takePlaceAt = (event: string): string => `Take the place at ‘${event}’?`;
export const declinePlaceAt = (event: string): string => `Decline the place at ‘${event}’?`;
export const joinListOf = (event: string): string => `Join the waiting list for ‘${event}’?`;
export const CANCEL_MY_PLACE = 'Cancel my place';
export const LEAVE = 'Leave the list';
export const TAKE_IT = 'Take the place';
export const DECLINE_IT = 'Decline the place';
export const CHOOSE_EVENTS = 'Choose the events that you want to attend.';

export const wasCancelled = (event: string): string => `Your place at ‘${event}’ was cancelled.`;
export const leftList = (event: string): string => `You have left the waiting list for ‘${event}’.`;
export const ALL_CANCELLED = 'Everything was cancelled.';
export const wasTaken = (event: string): string => `You have a place at ‘${event}’.`;
export const wasDeclined = (event: string): string => `You have declined the place at ‘${event}’.`;
export const joinedList = (event: string): string => `You are on the waiting list for ‘${event}’.`;
export const EVENTS_CHANGED = 'Your events were changed.';
export const CORRECTED = 'Your answers were corrected.';
export const sentTo = (email: string): string => `We have sent it to ${email}.`;
/** Beside a field that staff changed while it was corrected here. */
export const changedMeanwhile = (value: string): string => `This was changed to ‘${value}’ in the meantime. Save to keep yours.`;

export const GET_YOUR_LINK = 'Get your link';
export const ALREADY_SIGNED_UP = 'Already signed up?';
export const SEND_LINK = 'Send me the link';
export const linkMayBeSent = (email: string): string => `If ${email} is signed up here, we have sent a link.`;

/** An offer can no longer be accepted. */
export const OFFER_HAS_ENDED = 'This offer has ended.';
export const EVENT_HAS_BEGUN = 'This event has begun.';

/** What another sign-up with the address ticked and changed. */
export const MAY_WE_EMAIL = 'May we email you?';
export const signedUpAndTicked = (consent: string): string => `Someone signed up with this email address and ticked “${consent}”.`;
export const CONFIRM = 'Confirm';
export const CONFIRMED = 'Thank you. We may email you.';
export const UNDO_QUESTION = 'Undo the change?';
export const WHAT_UNDO_DOES =
  'Someone signed up with your email address. What that changed is put back, and a place that it took goes to the next person.';
export const changedOn = (line: string): string => `Changed on ${line}`;
export const UNDO = 'Undo the change';
export const NOTHING_TO_UNDO = 'There is nothing to undo';
export const UNDO_LASTS = 'A change by another sign-up can be undone for 7 days.';
export const UNDONE = 'The change was undone.';
export const undoneBut = (labels: readonly string[]): string =>
  `${UNDONE} Left as it is, since it was changed again: ${labels.join(', ')}.`;
