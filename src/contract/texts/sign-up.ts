/** Words of the public forms (spec sections 2, 5 and 8). */

export const FIRST_NAME_REQUIRED = 'First name is required';
export const LAST_NAME_REQUIRED = 'Last name is required';
export const JOB_TITLE_REQUIRED = 'Job title is required';
export const ORGANISATION_REQUIRED = 'Organisation is required';
export const EMAIL_REQUIRED = 'Email is required';
/** The two forms word an invalid address differently (spec section 5). */
export const EMAIL_INVALID = { series: 'Please enter a valid email address', marketing: 'Invalid email address' } as const;
export const EVENTS_REQUIRED = 'Please select at least one event';
export const EVENT_CLOSED = 'This event is no longer open. Please choose again.';
export const FIELD_REQUIRED = 'This field is required';

export const NAME_WITHOUT_ADDRESS = 'Please enter a name without a web address';
export const CHOOSE_AN_OPTION = 'Please choose one of the options';
export const TICK_OR_NOT = 'Please answer with true or false';
export const NOT_STORABLE = 'Please remove characters that cannot be stored';
export const ONE_LINE_ONLY = 'Please use one line only';
export const TEXT_EXPECTED = 'Please enter text';
export const tooLong = (limit: number): string => `Please use at most ${limit.toLocaleString('en-GB')} characters`;

export const SIGN_UP_FAILED = {
  series: 'Error – There was an error submitting your form. Please try again',
  marketing: 'Error: There was an error submitting your form. Please try again',
} as const;
export const LAST_ATTEMPT_FAILED = 'Your last attempt failed. Please try again.';
export const SUCCESS_TITLE = 'Success!';
export const SUCCESS_TEXT = "Your details have been submitted successfully. We'll get back to you shortly.";
export const CHECK_YOUR_INBOX = 'Check your inbox.';
export const SIGN_UPS_CLOSED = 'Signup events are currently closed for this event. Please check our other events.';
export const LOADING_FORM = 'Loading form...';
