import { asciiAddress } from '#contract/rules/email.ts';
import { headerLine } from '#contract/rules/mail/mail-template.ts';
import type { Mail } from './mail.ts';

export interface SenderSettings {
  readonly organisationName: string;
  /** Our domains; undefined means any (setting MAIL_DOMAINS). */
  readonly mailDomains: readonly string[] | undefined;
  readonly publicUrl: string;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const ownAddress = ({ mailDomains, publicUrl }: SenderSettings): string => `no-reply@${mailDomains?.[0] ?? new URL(publicUrl).hostname}`;

/** The sender of a mail: the wanted address, or ours with a Reply-To when its domain is not one of MAIL_DOMAINS, which would look forged. */
export function senderOf(settings: SenderSettings, wanted: string | null): Pick<Mail, 'from' | 'replyTo'> {
  const { organisationName, mailDomains } = settings;
  const name = headerLine(organisationName);
  if (wanted !== null && (mailDomains === undefined || mailDomains.includes(domainOf(asciiAddress(wanted)))))
    return { from: { name, address: wanted } };
  return { from: { name, address: ownAddress(settings) }, ...(wanted === null ? {} : { replyTo: wanted }) };
}

/** The same for each attempt, so that mail programs show a repeated mail once. */
export const messageIdOf = (settings: SenderSettings, submissionId: string, step: string): string =>
  `${submissionId}.${step}@${domainOf(ownAddress(settings))}`;
