import type { MailLetterhead } from '#contract/rules/mail-template.ts';
import type { CopperClient } from './integrations/copper.ts';
import type { MailClient } from './integrations/mail.ts';
import type { ServiceError } from './integrations/service-error.ts';
import type { SlackClient } from './integrations/slack.ts';
import type { SenderSettings } from './jobs/mail-sender.ts';

/** The outside services, and what of them may be told to staff. Undefined: this server is not set up for it. */
export interface Services {
  readonly slack: SlackClient | undefined;
  readonly mail: MailClient | undefined;
  readonly copper: CopperClient | undefined;
  /** Where each leads, in words; never a secret. */
  readonly descriptions: { readonly slack: string; readonly mail: string; readonly copper: string };
  readonly sender: SenderSettings;
  readonly letterhead: MailLetterhead;
  /** Reads what a service threw; undefined for a mistake of ours. */
  readonly judge: (error: unknown) => ServiceError | undefined;
}
