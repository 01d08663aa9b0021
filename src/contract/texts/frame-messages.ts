/** Types of the messages between an embedded form and the host page. None contains data of the visitor. */

/** With `height`, in CSS pixels. */
export const height = 'turnout:height';
/** The form can be filled in. */
export const ready = 'turnout:ready';
export const submitted = 'turnout:submitted';
export const error = 'turnout:error';
/** Escape was pressed in the form, for a popup around it. */
export const escape = 'turnout:escape';
/** With `top`, in CSS pixels of the form: what the host page brings into view: the first invalid answer, or the thanks. */
export const scroll = 'turnout:scroll';
/** From the host page: asks the form to repeat its state. */
export const hello = 'turnout:hello';

/** In the embed script, the address of its server, which replaces this one. */
export const SERVER = 'https://server.invalid';
