import path from 'node:path';
import type { MailLetterhead } from '#contract/rules/mail-template.ts';
import type { ServiceName } from '#contract/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { type CopperClient, copperClient } from '#server/integrations/copper.ts';
import { fileMail, type MailClient, smtpMail } from '#server/integrations/mail.ts';
import { type SlackClient, slackClient } from '#server/integrations/slack.ts';
import type { SenderSettings } from '#server/jobs/mail-sender.ts';
import type { Config } from '#server/process/config/config.ts';
import { channelBackoff } from './channel-backoff.ts';
import { rateLimiter } from './rate-limiter.ts';

/** The clients of the outside services; undefined for one that this server is not set up for. */
export interface Services {
  readonly slack: SlackClient | undefined;
  readonly mail: MailClient | undefined;
  readonly copper: CopperClient | undefined;
  /** For staff: what each is connected to, without secrets. */
  readonly descriptions: Readonly<Record<ServiceName, string>>;
  readonly sender: SenderSettings;
  readonly letterhead: MailLetterhead;
}

const mailFolder = ({ dataDir }: Config): string => path.join(dataDir, 'mail');

function openMail(config: Config): MailClient | undefined {
  if (config.mail !== undefined) return smtpMail(config.mail);
  return config.environment === 'production' ? undefined : fileMail({ folder: mailFolder(config) });
}

function describeMail(config: Config): string {
  if (config.mail !== undefined) return `Sent by ${new URL(config.mail.smtpUrl).host}`;
  if (config.environment === 'production') return 'Not set up: set SMTP_URL';
  return `Written as files to ${mailFolder(config)}, since SMTP_URL is not set`;
}

function describe(config: Config): Services['descriptions'] {
  const { slack, copper } = config;
  return {
    slack: slack === undefined ? 'Not set up: set SLACK_BOT_TOKEN' : `Posts by ${new URL(slack.apiUrl ?? 'https://slack.com').host}`,
    mail: describeMail(config),
    copper:
      copper === undefined
        ? 'Not set up: set COPPER_API_TOKEN and COPPER_USER_EMAIL'
        : `${new URL(copper.apiUrl).host}, at most ${copper.ratePerMinute} requests a minute`,
  };
}

/** Makes the clients of the configured services; they connect at the first call. */
export function openServices(config: Config, db: Db): Services {
  const { slack, copper, organisation, mailDomains, publicUrl } = config;
  return {
    slack: slack === undefined ? undefined : slackClient({ ...slack, backoff: channelBackoff(db) }),
    mail: openMail(config),
    copper: copper === undefined ? undefined : copperClient({ ...copper, limiter: rateLimiter(db, 'copper', copper.ratePerMinute) }),
    descriptions: describe(config),
    sender: { organisationName: organisation.name, mailDomains, publicUrl },
    letterhead: { name: organisation.name, logo: organisation.logo ?? null, privacyUrl: organisation.privacyUrl ?? null },
  };
}
