/** Longest address that mail systems carry (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;

/** Whether PostgreSQL can store a trimmed address, and it has the form text, @, text, dot, text, without spaces, control characters and `=?`. */
export const isEmail = (address: string): boolean =>
  // In a mail header, a control character would end a line, and `=?` begin words that are read as another address.
  address.length <= EMAIL_MAX_LENGTH &&
  /^(?!.*=\?)[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}][^\s@\p{Cc}\p{Cs}.]*\.[^\s@\p{Cc}\p{Cs}]+$/u.test(address);

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
  const domain = key.slice(at + 1).replace(/(?<!\.)\.+$/, '');
  const [local = ''] = key
    .slice(0, at)
    .replaceAll(/["\\]/g, '')
    .split(/(?<=.)\+/, 1);
  const dotless = DOTLESS_DOMAINS.get(domain);
  return dotless === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${dotless}`;
}
