import path from 'node:path';
import { NOT_CONNECTED } from '#contract/texts/staff.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { channelBackoff } from '#server/services/channel-backoff.ts';
import { copperClient } from '#server/services/copper.ts';
import { fileMail, type MailClient, smtpMail } from '#server/services/mail.ts';
import { rateLimiter } from '#server/services/rate-limiter.ts';
import type { Services } from '#server/services/services.ts';
import { slackClient } from '#server/services/slack.ts';

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
