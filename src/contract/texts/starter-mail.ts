/** A first mail to the attendee, to be changed: of a series, and of a marketing form. */
export const STARTER_MAILS = {
  series: {
    subject: 'You are signed up: %SERIES%',
    template: `Hello %FNAME%,

thank you for signing up. We look forward to seeing you:

%SUCCESS%

If you can no longer come, please write to %FROM%.

Best wishes`,
  },
  marketing: {
    subject: 'Thank you for your interest: %SERIES%',
    template: `Hello %FNAME%,

thank you for your interest in %SUCCESS%.

If you have any questions, please write to %FROM%.

Best wishes`,
  },
} as const;

export const INSERT_STARTER_MAIL = 'Insert a starter mail';
export const STARTER_MAIL_HINT = 'Fills in subject and template, for you to change.';
