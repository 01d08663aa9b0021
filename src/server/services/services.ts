import type { MailLetterhead } from '#contract/rules/mail-template.ts';
import type { CopperClient } from '#server/integrations/copper.ts';
import type { MailClient } from '#server/integrations/mail.ts';
import type { ServiceError } from '#server/integrations/service-error.ts';
import type { SlackClient } from '#server/integrations/slack.ts';
import type { SenderSettings } from '#server/jobs/mail-sender.ts';

/** The clients of the outside services; undefined for one that this server is not set up for. */
export interface Services {
  readonly slack: SlackClient | undefined;
  readonly mail: MailClient | undefined;
  readonly copper: CopperClient | undefined;
  /** For staff: what each is connected to, without secrets. */
  readonly descriptions: { readonly slack: string; readonly mail: string; readonly copper: string };
  readonly sender: SenderSettings;
  readonly letterhead: MailLetterhead;
  /** Undefined for a bug of ours. */
  readonly classifyError: (error: unknown) => ServiceError | undefined;
}
