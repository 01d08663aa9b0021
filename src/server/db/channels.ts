/** Channel on which workers hear that the outbox holds new sign-ups. What is said on it is empty. */
export const SIGN_UP_CHANNEL = 'sign_up';
