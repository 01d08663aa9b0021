import path from 'node:path';
import type { MailLetterhead } from '#contract/rules/mail/mail-layout.ts';
import { counted } from '#contract/texts/counts.ts';
import { NOT_CONNECTED } from '#contract/texts/staff.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { findPicture } from '#server/pictures/queries.ts';
import { copperClient } from '#server/services/copper.ts';
import { logoForMail, logoSource } from '#server/services/logo.ts';
import { fileMail, MAIL_FOLDER, type MailClient, smtpMail } from '#server/services/mail.ts';
import { channelBackoff, rateLimiter } from '#server/services/pace.ts';
import type { Services } from '#server/services/services.ts';
import { slackClient } from '#server/services/slack.ts';

function openMail({ mail, environment, dataDir }: Config): { readonly mail: MailClient | undefined; readonly description: string } {
  if (mail !== undefined) return { mail: smtpMail(mail), description: `Sent through ${new URL(mail.smtpUrl).host}` };
  if (environment === 'production') return { mail: undefined, description: NOT_CONNECTED };
  return {
    mail: fileMail({ folder: path.join(dataDir, 'mail') }),
    description: `Written as files to ${MAIL_FOLDER}, since SMTP_URL is not set`,
  };
}

const describe = ({ slack, copper }: Config, mail: string): Services['descriptions'] => ({
  slack: slack === undefined ? NOT_CONNECTED : `Posts through ${new URL(slack.apiUrl ?? 'https://slack.com').host}`,
  mail,
  copper:
    copper === undefined ? NOT_CONNECTED : `${new URL(copper.apiUrl).host}, at most ${counted(copper.ratePerMinute, 'request')} a minute`,
});

/** How the staff app and mails know the organisation; the source of the logo is its address. */
export const letterheadFor = ({ organisation, links }: Config): MailLetterhead => ({
  name: organisation.name,
  logo: organisation.logo ?? null,
  privacyUrl: organisation.privacyUrl ?? null,
  imprintUrl: organisation.imprintUrl ?? null,
  accessibilityUrl: organisation.accessibilityUrl ?? null,
  mapUrl: links.mapUrl,
});

const LOGO = 'logo@turnout';

function letterheadOf(config: Config, db: Db): Services['letterhead'] {
  const { logo: url, ...rest } = letterheadFor(config);
  const getLogo = url === null ? undefined : logoSource(url);
  return async (theme) => {
    const logo = (theme?.logo ? await findPicture(db, theme.logo) : undefined) ?? (await logoForMail(getLogo));
    return {
      letterhead: { ...rest, theme, logo: logo === undefined ? null : `cid:${LOGO}` },
      logo: logo && { cid: LOGO, type: logo.type, content: Buffer.from(logo.bytes) },
    };
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
    letterhead: letterheadOf(config, db),
  };
}
