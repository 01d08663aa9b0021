import { LOADING } from '#contract/texts/staff.ts';

/** Words of the settings that series and marketing forms have in common, where the two differ. */
export interface SettingsKind {
  /** Names the thing in sentences: "series" or "form". */
  readonly noun: string;
  /** Heads the section of the title. */
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
  /** Under the address that gets a copy. */
  readonly forwardHint: string;
  /** The words of the button, and those while it saves, where they are not the usual ones. */
  readonly save?: { readonly saveLabel: string; readonly savingLabel: string };
}

/** The words of the series' settings (spec section 2, Edit series). */
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

/** The words of a marketing form's settings (spec section 2, Edit marketing form). */
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
