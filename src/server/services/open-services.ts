import path from 'node:path';
import type { MailLetterhead } from '#contract/rules/mail/mail-template.ts';
import type { ServiceName } from '#contract/side-effects/steps.ts';
import { NOT_CONNECTED } from '#contract/texts/staff.ts';
import type { Db } from '#server/db/connection.ts';
import type { SenderSettings } from '#server/messages/mail-sender.ts';
import type { Config } from '#server/process/config/config.ts';
import { channelBackoff } from './channel-backoff.ts';
import { type CopperClient, copperClient } from './copper.ts';
import { type MailClient, fileMail, smtpMail } from './mail.ts';
import { rateLimiter } from './rate-limiter.ts';
import { type SlackClient, slackClient } from './slack.ts';

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

function openMail({ mail, environment, dataDir }: Config): { readonly mail: MailClient | undefined; readonly description: string } {
  if (mail !== undefined) return { mail: smtpMail(mail), description: `Sent by ${new URL(mail.smtpUrl).host}` };
  if (environment === 'production') return { mail: undefined, description: NOT_CONNECTED };
  const folder = path.join(dataDir, 'mail');
  return { mail: fileMail({ folder }), description: `Written as files to ${folder}, since SMTP_URL is not set` };
}

function describe({ slack, copper }: Config, mail: string): Services['descriptions'] {
  return {
    slack: slack === undefined ? NOT_CONNECTED : `Posts by ${new URL(slack.apiUrl ?? 'https://slack.com').host}`,
    mail,
    copper: copper === undefined ? NOT_CONNECTED : `${new URL(copper.apiUrl).host}, at most ${copper.ratePerMinute} requests a minute`,
  };
}

/** Makes the clients of the configured services; they connect at the first call. */
export function openServices(config: Config, db: Db): Services {
  const { slack, copper, organisation, mailDomains, publicUrl } = config;
  const { mail, description } = openMail(config);
  return {
    slack: slack === undefined ? undefined : slackClient({ ...slack, backoff: channelBackoff(db) }),
    mail,
    copper: copper === undefined ? undefined : copperClient({ ...copper, limiter: rateLimiter(db, 'copper', copper.ratePerMinute) }),
    descriptions: describe(config, description),
    sender: { organisationName: organisation.name, mailDomains, publicUrl },
    letterhead: { name: organisation.name, logo: organisation.logo ?? null, privacyUrl: organisation.privacyUrl ?? null },
  };
}
