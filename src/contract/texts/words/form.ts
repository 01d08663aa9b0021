import { counted, formatCount, isOrAre } from '../counts.ts';

export const LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  job_title: 'Job title',
  organisation: 'Organisation',
  email: 'Email',
} as const;
export const isRequired = (field: keyof typeof LABELS): string => `${LABELS[field]} is required`;
/** The two kinds of form have different messages. */
export const EMAIL_INVALID = { series: 'Please enter a valid email address', marketing: 'Invalid email address' } as const;
export const EVENTS_REQUIRED = 'Please select at least one event';
export const EVENT_CLOSED = 'This event is no longer open. Please choose again.';
export const FIELD_REQUIRED = 'This field is required';
export const NAME_WITHOUT_ADDRESS = 'Please enter a name without a web address, email address or phone number';
export const CHOOSE_AN_OPTION = 'Please choose one of the options';
export const TICK_OR_NOT = 'Please answer with true or false';
export const NOT_STORABLE = 'Please remove characters that cannot be stored';
export const ONE_LINE_ONLY = 'Please use one line only';
export const TEXT_EXPECTED = 'Please enter text';
export const tooLong = (limit: number): string => `Please use at most ${formatCount(limit)} characters`;

export const SIGN_UP_FAILED = {
  series: 'Error – There was an error submitting your form. Please try again',
  marketing: 'Error: There was an error submitting your form. Please try again',
} as const;
/** Added when the form token of a page without script has expired. */
export const PAGE_WAS_TOO_OLD = 'This page was open for more than a day. Your answers are all still here: please send them again.';
/** Said where trying again does not help, by the status of the answer: staff deleted the form while it was open, or all answers together are too long. */
export const NO_OTHER_ATTEMPT: Readonly<Record<number, string>> = {
  404: 'This form has been removed.',
  413: 'Your answers are too long. Please shorten them.',
};
export const LAST_ATTEMPT_FAILED = 'Your last attempt failed. Please try again.';
export const SUCCESS_TITLE = 'Success!';
export const SUCCESS_TEXT = "Your details have been submitted successfully. We'll get back to you shortly.";
export const CHECK_YOUR_INBOX = 'Check your inbox.';
/** Adds the hint to check the inbox, for a form with downloadable content. */
export const withInbox = ({ hasDownloadableContent }: { readonly hasDownloadableContent: boolean }, text: string): string =>
  hasDownloadableContent ? `${text} ${CHECK_YOUR_INBOX}` : text;
export const ALL_EVENTS_FULL = 'All events are fully booked.';
export const SIGN_UPS_CLOSED = 'Signup events are currently closed for this event. Please check our other events.';
export const SIGN_UP_IS_OVER = 'Sign-up has closed';
export const LOADING_FORM = 'Loading form...';
export const YOUR_DETAILS = 'Your details';
export const EVENTS_LABEL = 'Events';
export const EVENTS_HINT = 'Choose one or more';
export const CHOOSE_ONE = 'Choose one';
export const OPTIONAL = '(optional)';
export const REQUIRED_NOTE = 'Required unless marked optional.';
export const PRIVACY_NOTICE = 'Privacy notice';
export const OPENS_NEW_TAB = '(opens in a new tab)';
export const LEAVE_EMPTY = 'Leave this field empty';
export const EMPTY_THIS_FIELD = 'Please empty this field. Your browser may have filled it in.';
export const SUBMIT = 'Submit';
export const DOWNLOAD = 'Download';
export const SENDING = 'Sending…';
export const CLOSE = 'Close';
export const STAY_HERE = 'Stay here';
/** Precedes an error for screen readers, and the document's title after a failed attempt. */
export const ERROR_PREFIX = 'Error: ';
export const SIGNED_UP_FOR = 'You have a place at:';
export const ON_WAITING_LIST = "You're on the waiting list";
export const WAITING_FOR = `${ON_WAITING_LIST} for:`;
export const IS_FULL = 'Full';
export const JOIN_WAITING_LIST = 'Join the waiting list';

/** How people on a waiting list learn that they have a place. */
const ifThereIsOne = (canMail: boolean): string =>
  canMail ? "We'll email you if we can give you one." : 'The organiser will tell you if you get one.';
export const noPlaceYet = (canMail: boolean): string => `You don't have a place yet. ${ifThereIsOne(canMail)}`;
/** Before someone joins the list. */
export const givesNoPlace = (canMail: boolean): string => `This doesn't give you a place yet. ${ifThereIsOne(canMail)}`;
export const FEW_LEFT = 'A few places left';
export const placesLeft = (count: number): string => `${counted(count, 'place')} left`;
export const peopleWaiting = (count: number): string => `${counted(count, 'person', 'people')} ${isOrAre(count)} waiting.`;
export const WHAT_HAPPENS_NEXT = 'What happens next';
export const BACK_TO_YOU = "We'll get back to you shortly.";
export const SIGN_UP_ANOTHER = 'Sign up another person';
export const FORM_NOT_FOUND = "This form can't be found";
export const CHECK_THE_ADDRESS = 'The link may be incomplete, or the form may have been removed. Please check the link you followed.';
export const FORM_UNAVAILABLE = "This form isn't available at the moment";
export const TRY_AGAIN_SOON = 'Please try again in a minute.';
export const TRY_AGAIN = 'Try again';
export const TOO_MUCH_AT_ONCE = 'Your answers are too long for this form';
export const SEND_LESS = 'Nothing was saved. Please go back, shorten your answers and send them again.';
export const BUSY_NETWORK = 'Too many requests from your network';
export const RELOAD_SOON = 'Please wait a minute, then reload this page.';
export const RELOAD_TO_SEND = 'Nothing has been saved yet. Please wait a minute, then reload this page to send your answers again.';

/** What the card of an event says, and the notice of a form that opens later. */
export const opensAt = (line: string): string => `Opens ${line}`;
export const signUpUntil = (line: string): string => `Sign-up until ${line}`;
export const signUpOpensOn = (line: string): string => `Sign-up opens on ${line}.`;

/** `‘A’, ‘B’ and ‘C’` */
export const quoted = (titles: readonly string[]): string => new Intl.ListFormat('en-GB').format(titles.map((title) => `‘${title}’`));
export const opensOn = (title: string, line: string): string => `Sign-up for ‘${title}’ opens on ${line}.`;
export const signUpHasClosed = (titles: readonly string[]): string => `Sign-up for ${quoted(titles)} has closed. Please choose again.`;

/** Why a sign-up was refused: its page showed another date of an event. */
export const hasMoved = (title: string, line: string | null): string =>
  line === null ? `‘${title}’ has no date at the moment.` : `‘${title}’ now takes place on ${line}.`;
export const CHECK_THE_DATE = 'Please check the date, then submit again.';

/** The summary above a form with errors. */
export const checkAnswers = (count: number): string => `Please check ${count === 1 ? 'one answer' : `${count} answers`}`;
/** The heading of the lasting confirmation. */
export const thankYou = (name: string): string => `Thank you, ${name}`;
/** Announced when an event adds fields. */
export const fieldsAdded = (labels: readonly string[]): string => `${labels.join(', ')} added.`;
/** Names the host of a redirect that is neither ours nor the host page's. */
export const leadsToHost = (host: string): string => `You are being taken to ${host}.`;
/** The link when the host page cannot be redirected. */
export const continueTo = (host: string): string => `Continue to ${host}`;

/** On the card of an event that does not take place, and when it is chosen anyway. */
export const EVENT_CANCELLED = 'Event cancelled';
export const haveBeenCancelled = (titles: readonly string[]): string =>
  `${quoted(titles)} ${titles.length === 1 ? 'has' : 'have'} been cancelled. Please choose again.`;

/** Why a sign-up was refused: an event that was chosen has filled up since. */
export function nowFull(events: readonly { readonly title: string; readonly hasList: boolean }[]): string {
  const isOne = events.length === 1;
  const titles = quoted(events.map(({ title }) => title));
  const advice = isOne ? 'Join its waiting list, or choose again.' : 'Join their waiting lists, or choose again.';
  return `${titles} ${isOne ? 'is' : 'are'} now full. ${events.every(({ hasList }) => hasList) ? advice : 'Please choose again.'}`;
}

/** The links that add an event to a calendar, with the name that a screen reader says on its own; `to` is empty for the file. */
export const ADD_TO_CALENDAR = 'Add to calendar';
export const CALENDAR_LINKS = [
  { to: '', label: 'Calendar file', nameFor: (title: string) => `Calendar file for ‘${title}’ (opens in a new tab)` },
  { to: '?to=google', label: 'Google', nameFor: (title: string) => `Add ‘${title}’ to Google Calendar (opens in a new tab)` },
  { to: '?to=outlook', label: 'Outlook.com', nameFor: (title: string) => `Add ‘${title}’ to Outlook.com (opens in a new tab)` },
  { to: '?to=office', label: 'Microsoft 365', nameFor: (title: string) => `Add ‘${title}’ to Microsoft 365 (opens in a new tab)` },
] as const;

/** Next to the form of a public page; the labels are only for screen readers. */
export const FACTS = { when: 'When', where: 'Where', price: 'Price' } as const;
export const MAP = 'Map';
export const mapOf = (place: string): string => `Map of ${place}`;
export const ONLINE = 'Online';
export const PER_EVENT = 'per event';
export const inOneLine = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
export const countEvents = (count: number, undated: number): string => `${count} events${undated === 0 ? '' : ', some without a date yet'}`;
export const countVenues = (count: number, isOnlineToo: boolean): string => `${count} venues${isOnlineToo ? ' and online' : ''}`;
export const SPEAKERS = 'Speakers';
export const GO_TO_FORM = 'Go to the form';
export const ABOUT_EVENT = 'About this event';
export const withSpeakers = (names: readonly string[]): string => `With ${inOneLine(names)}`;

export const SIGN_UP_FORM = 'Sign-up form';
export const SIGN_UP = 'Sign up';
export const OPEN_THE_FORM = 'Open the form';
export const DATE_TO_BE_ANNOUNCED = 'Date to be announced';
