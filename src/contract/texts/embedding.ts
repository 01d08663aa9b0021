/** Texts of embedded forms. */

export const SIGN_UP_FORM = 'Sign-up form';
export const SIGN_UP = 'Sign up';
export const OPEN_THE_FORM = 'Open the form';
