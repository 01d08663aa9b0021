import { isStorable } from './text.ts';

/** Longest address that mail systems carry (RFC 5321). Checked before the pattern, which is quadratic on long input. */
export const EMAIL_MAX_LENGTH = 254;

/** Whether a trimmed address has the form text, @, text, dot, text, without spaces or control characters. */
export function isEmail(address: string): boolean {
  if (address.length > EMAIL_MAX_LENGTH || !isStorable(address)) return false;
  // A control character in an address would reach a mail header.
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(address);
}

/** The form in which addresses are compared: trimmed and in lower case. */
export const emailKey = (address: string): string => address.trim().toLowerCase();

/** Providers that ignore dots before the @, each with its main domain. */
const DOTLESS_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/** The mailbox of an address, without tag and ignored dots, by which mails are counted; people are told apart by `emailKey`. */
export function mailboxKey(address: string): string {
  const key = emailKey(address).normalize('NFKC');
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1).replace(/\.+$/, '');
  const [local = ''] = key
    .slice(0, at)
    .replaceAll(/["\\]/g, '')
    .split(/(?<=.)\+/, 1);
  const dotless = DOTLESS_DOMAINS.get(domain);
  return dotless === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${dotless}`;
}
