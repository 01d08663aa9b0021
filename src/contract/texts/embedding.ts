/** Words of a form that stands in somebody else's page, and how the two pages speak to each other (decision 29). */

/** The name of the frame when the page around it gives none. */
export const SIGN_UP_FORM = 'Sign-up form';
export const SIGN_UP = 'Sign up';
/** Where the frame does not appear, the form is one link away. */
export const OPEN_THE_FORM = 'Open the form';

/** Types of the messages between a form in a frame and the page around it. None carries anything of the visitor's. */
export const FRAME_MESSAGES = {
  /** The only one with a value: `height`, in CSS pixels. */
  height: 'turnout:height',
  /** The form can be filled in. */
  ready: 'turnout:ready',
  submitted: 'turnout:submitted',
  /** A try failed, or there is no form. */
  error: 'turnout:error',
  /** Escape was pressed in the form, for a popup around it. */
  escape: 'turnout:escape',
  /** From the page around the form: what it says is heard only now, so it should say it again. */
  hello: 'turnout:hello',
} as const;
