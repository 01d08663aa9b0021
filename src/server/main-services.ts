import path from 'node:path';
import type { Config } from './config.ts';
import type { Db } from './db/connection.ts';
import { type CopperClient, copperClient } from './integrations/copper.ts';
import { fileMail, type MailClient, smtpMail } from './integrations/mail.ts';
import { type SlackClient, slackClient } from './integrations/slack.ts';
import { servicePace } from './service-pace.ts';

/** The outside services that this server is configured for. */
export interface Services {
  readonly slack: SlackClient | undefined;
  readonly mail: MailClient | undefined;
  readonly copper: CopperClient | undefined;
}

/** Where mail goes on a machine without a mail server (decision 40). */
export const mailFolder = ({ dataDir }: Config): string => path.join(dataDir, 'mail');

function openMail(config: Config): MailClient | undefined {
  if (config.mail !== undefined) return smtpMail(config.mail);
  return config.environment === 'production' ? undefined : fileMail({ folder: mailFolder(config) });
}

/** Makes the clients that the settings allow; nothing is connected before the first call. */
export function openServices(config: Config, db: Db): Services {
  const { slack, copper } = config;
  return {
    slack: slack === undefined ? undefined : slackClient(slack),
    mail: openMail(config),
    copper: copper === undefined ? undefined : copperClient({ ...copper, pace: servicePace(db, 'copper', copper.ratePerMinute) }),
  };
}
