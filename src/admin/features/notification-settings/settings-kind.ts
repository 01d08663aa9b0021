import { LOADING } from '#contract/texts/staff.ts';

export interface SettingsKind {
  /** "series" or "form", for sentences. */
  readonly noun: string;
  /** Heading of the section with the title. */
  readonly title: string;
  readonly labels: {
    readonly slack: string;
    readonly channel: string;
    readonly tag: string;
    readonly forward: string;
    readonly from: string;
    readonly subject: string;
    readonly template: string;
  };
  /** Hint below the address that gets a copy. */
  readonly forwardHint: string;
  /** Labels of the save button, if not the default ones. */
  readonly save?: { readonly saveLabel: string; readonly savingLabel: string };
}

export const SERIES_SETTINGS: SettingsKind = {
  noun: 'series',
  title: 'Series',
  labels: {
    slack: 'Slack notification',
    channel: 'Slack channel ID',
    tag: 'Copper tag',
    forward: 'Notification email',
    from: 'Sender email',
    subject: 'Email subject',
    template: 'Email body template',
  },
  forwardHint: 'Gets a copy of each submission',
};

export const FORM_SETTINGS: SettingsKind = {
  noun: 'form',
  title: 'Form',
  labels: {
    slack: 'Send notifications on Slack',
    channel: 'Slack channel ID',
    tag: 'Copper tag',
    forward: 'Forward submissions to',
    from: 'Email From',
    subject: 'Email subject',
    template: 'Email template',
  },
  forwardHint: 'Gets a copy of each submission. Please make sure the email format is correct.',
  save: { saveLabel: 'Save changes', savingLabel: LOADING },
};
