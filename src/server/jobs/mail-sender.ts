import { headerLine } from '#contract/rules/mail-template.ts';
import type { Mail } from '#server/integrations/mail.ts';

/** Who mails come from, by the settings of this server. */
export interface SenderSettings {
  readonly organisationName: string;
  /** Domains that are ours; undefined: any (setting MAIL_DOMAINS). */
  readonly mailDomains: readonly string[] | undefined;
  readonly publicUrl: string;
}

type Sender = Pick<Mail, 'from' | 'replyTo'>;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The address of this server itself. */
const ownAddress = ({ mailDomains, publicUrl }: SenderSettings): string => `no-reply@${mailDomains?.[0] ?? new URL(publicUrl).hostname}`;

/**
 * From whom a mail goes out: from the wanted address, or, when its domain is not ours and would so be taken for a forgery, from
 * our own with a Reply-To (setting MAIL_DOMAINS).
 */
export function senderOf(settings: SenderSettings, wanted: string | null): Sender {
  const { organisationName, mailDomains } = settings;
  const name = headerLine(organisationName);
  if (wanted !== null && (mailDomains === undefined || mailDomains.includes(domainOf(wanted)))) return { from: { name, address: wanted } };
  return { from: { name, address: ownAddress(settings) }, ...(wanted === null ? {} : { replyTo: wanted }) };
}

/** The same for each try of a step, so that mail programs show a repeat as one. */
export const messageIdOf = (settings: SenderSettings, submissionId: string, step: string): string =>
  `${submissionId}.${step}@${domainOf(ownAddress(settings))}`;
