import type { Theme } from '#contract/forms/public-face.ts';
import type { MailLetterhead } from '#contract/rules/mail/mail-layout.ts';
import type { ServiceName } from '#contract/steps/steps.ts';
import type { CopperClient } from './copper.ts';
import type { MailClient, MailPicture } from './mail.ts';
import type { SenderSettings } from './sender.ts';
import type { SlackClient } from './slack.ts';

/** The clients of the outside services; undefined for one that this server is not set up for. */
export interface Services {
  readonly slack: SlackClient | undefined;
  readonly mail: MailClient | undefined;
  readonly copper: CopperClient | undefined;
  readonly descriptions: Readonly<Record<ServiceName, string>>;
  readonly sender: SenderSettings;
  /** The organisation in mails, in the look of a series or form, with the logo to attach. */
  readonly letterhead: (theme: Theme | null) => Promise<{ readonly letterhead: MailLetterhead; readonly logo: MailPicture | undefined }>;
}
