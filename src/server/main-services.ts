import path from 'node:path';
import { channelHold } from './channel-hold.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connection.ts';
import { copperClient } from './integrations/copper.ts';
import { fileMail, type MailClient, smtpMail } from './integrations/mail.ts';
import { ServiceError } from './integrations/service-error.ts';
import { slackClient } from './integrations/slack.ts';
import { servicePace } from './service-pace.ts';
import type { Services } from './services.ts';

/** Where mail goes on a machine without a mail server (decision 40). */
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

/** Makes the clients that the settings allow; nothing is connected before the first call. */
export function openServices(config: Config, db: Db): Services {
  const { slack, copper, organisation, mailDomains, publicUrl } = config;
  return {
    slack: slack === undefined ? undefined : slackClient({ ...slack, hold: channelHold(db) }),
    mail: openMail(config),
    copper: copper === undefined ? undefined : copperClient({ ...copper, pace: servicePace(db, 'copper', copper.ratePerMinute) }),
    descriptions: describe(config),
    sender: { organisationName: organisation.name, mailDomains, publicUrl },
    letterhead: { name: organisation.name, logo: organisation.logo ?? null, privacyUrl: organisation.privacyUrl ?? null },
    judge: (error) => (error instanceof ServiceError ? error : undefined),
  };
}
