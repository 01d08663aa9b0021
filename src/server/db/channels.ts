/** Notifies workers: of new sign-ups in the outbox, with an empty payload. */
export const SIGN_UP_CHANNEL = 'sign_up';
/** The payload when staff retried steps. */
export const STEPS_RETRIED = 'steps';
