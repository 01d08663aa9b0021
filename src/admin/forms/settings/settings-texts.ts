import type { FormRef } from '#contract/forms/form-ref.ts';
import { LOADING } from '#contract/texts/staff.ts';

interface SettingsTexts {
  readonly title: string;
  readonly labels: Readonly<Record<'slack' | 'forward' | 'from' | 'template', string>>;
  readonly forwardHint: string;
  readonly signUpsNote: string;
  /** Labels of the save button, if not the default ones. */
  readonly save?: { readonly saveLabel: string; readonly savingLabel: string };
}

export const SETTINGS_TEXTS: Readonly<Record<FormRef['kind'], SettingsTexts>> = {
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
    save: { saveLabel: 'Save changes', savingLabel: LOADING },
  },
};
