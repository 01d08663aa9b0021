import { hash } from 'node:crypto';
import type { MailDraft } from '#contract/rules/mail/mail-template.ts';
import type { Mail } from '#server/services/mail.ts';
import type { SentText } from '#server/steps/step-store.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';

/** Of own pages and calendars, or of unsubscribing. */
const TOKENS = new RegExp(`(${Object.values(TOKEN_PATHS).join('|')})(?:[\\w-]{22}|[\\w-]{64})(?![\\w-])`, 'g');
const DIGEST_BYTES = 8;

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);

/** A text in whose links no token opens anything. */
export const withoutTokens = (text: string): string => text.replaceAll(TOKENS, '$1…');

/** What is kept of a mail that was sent; the digests are of its address, and of the values that its text names and whatever else decides how it reads. */
export function sentTextOf(draft: MailDraft, { from, to, code }: Pick<Mail, 'from' | 'to' | 'code'>): SentText {
  const { kind = 'confirmation', subject, template, values, ...rest } = draft;
  const named = Object.entries(values).filter(([name]) => name === 'SERIES' || `${subject}${template}`.includes(`%${name}%`));
  const details = [from, code !== undefined, rest, named];
  const digests = [digestOf(String(to)), digestOf(withoutTokens(JSON.stringify(details)))];
  return { kind, subject, template, digests: Buffer.concat(digests) };
}

/** Which of them have changed between two mails of the same text. */
export const changedBetween = (before: Buffer, now: Buffer): ('email' | 'details')[] => [
  ...(before.compare(now, 0, DIGEST_BYTES, 0, DIGEST_BYTES) === 0 ? [] : (['email'] as const)),
  ...(before.compare(now, DIGEST_BYTES, undefined, DIGEST_BYTES) === 0 ? [] : (['details'] as const)),
];
