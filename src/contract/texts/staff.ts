import { formatCount } from './counts.ts';
import { type Parts, textOf } from './parts.ts';

export const SAVE_OUTCOMES = {
  failed: [{ strong: 'Error:' }, ' An error has been trying to save the data.'],
  saved: [{ strong: 'Success!' }, ' Your data has been saved successfully.'],
} satisfies Record<string, Parts>;
export const SAVE_FAILED = textOf(SAVE_OUTCOMES.failed);
export const SAVE_SUCCEEDED = textOf(SAVE_OUTCOMES.saved);
export const ADD_EVENT_FAILED = 'Error adding event. Please try again.';
export const FILL_REQUIRED_FIELDS = 'Please fill in all required fields';
export const CANNOT_BE_UNDONE = 'This action cannot be undone.';
export const DOMAIN_NOT_ALLOWED = 'Your email domain is not allowed to sign in.';
export const NO_DATA_TO_EXPORT = 'No data to export';
export const CODE_COPIED = 'Code copied to clipboard!';
export const QR_CODE = 'QR code';
export const NO_ERRORS_DURING_SUBMISSION = 'No errors during submission';
export const LOADING = 'Loading...';
export const TITLE_REQUIRED = 'Please enter a title';
/** For someone who edits what colleagues edit as well; undefined when nobody does. */
export function editingToo(names: readonly string[]): string | undefined {
  const [first, second] = names;
  if (first === undefined) return undefined;
  if (second === undefined) return `${first} is editing this too`;
  return `${first} and ${names.length === 2 ? second : `${names.length - 1} others`} are editing this too`;
}
export const DATE_PASSED = 'Date passed, sign-up closed';

/** Why a mail cannot be tested. */
export const EMPTY_MAIL = {
  email_subject: 'The email has no subject yet. Enter one, then test it.',
  email_template: 'The email has no text yet. Write it, then test it.',
} as const;
export const NOT_CONNECTED = 'Not connected. Ask whoever runs this server.';
export const NOTHING_NEEDS_ATTENTION = 'Nothing needs attention';
export const NOT_ANSWERED = 'Not answered';

export const notSentDismissed = (by: string): string => `Not sent, dismissed by ${by}`;
export const failedStep = (step: string, message: string): string => `Failed a step: ${step} - ${message}`;
/** What the figures on the screens count: their tooltips, and their descriptions for screen readers. */
export const COUNTS = {
  people: 'People with a place at an event on the form; each address counts once',
  signUps: 'Sign-ups; one for several events counts once',
  places: 'Places taken at this event',
  ofAddress: 'Places this address has in the whole series',
} as const;
/** A rate above 100 %. */
export const VIEWS_MISSING = 'Some views were not counted';
export const loadFailed = (message: string): string => `Error: ${message}`;
/** The foot of a series card. */
export const nextEventIn = (days: number): Parts => ['Next Event in ', { strong: formatCount(days) }, ' days'];

/** Shown for an edit that would overwrite someone else's. */
export const CHANGED_MEANWHILE = 'This has changed in the meantime';
