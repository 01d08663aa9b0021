/** Texts of embedded forms, and the messages between them and the host page. */

export const SIGN_UP_FORM = 'Sign-up form';
export const SIGN_UP = 'Sign up';
export const OPEN_THE_FORM = 'Open the form';

/** Types of the messages between an embedded form and the host page. None contains data of the visitor. */
export const FRAME_MESSAGES = {
  /** The only one with a value: `height`, in CSS pixels. */
  height: 'turnout:height',
  /** The form can be filled in. */
  ready: 'turnout:ready',
  submitted: 'turnout:submitted',
  error: 'turnout:error',
  /** Escape was pressed in the form, for a popup around it. */
  escape: 'turnout:escape',
  /** From the host page: asks the form to repeat its state. */
  hello: 'turnout:hello',
} as const;
