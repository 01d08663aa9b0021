import { LOADING } from '#contract/texts/staff.ts';

/** `save` has the labels of the save button, if not the default ones. */
export const SETTINGS_TEXTS = {
  series: {
    title: 'Series',
    labels: {
      slack: 'Slack notification',
      forward: 'Notification email',
      from: 'Sender email',
      template: 'Email body template',
    },
    forwardHint: 'Gets a copy of each submission',
    signUpsNote: 'What the form says when it is closed and after a sign-up.',
    save: {},
  },
  marketing: {
    title: 'Form',
    labels: {
      slack: 'Send notifications on Slack',
      forward: 'Forward submissions to',
      from: 'Email From',
      template: 'Email template',
    },
    forwardHint: 'Gets a copy of each submission. Please make sure the email format is correct.',
    signUpsNote: 'What the form says after a sign-up.',
    save: { save: 'Save changes', saving: LOADING },
  },
} as const;
