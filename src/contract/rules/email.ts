/** The longest address that mail systems carry (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;
/** Nothing longer can become an address, however much is trimmed from its ends. */
const TYPED_MAX_LENGTH = 1_000;
/** Spaces, invisible characters, brackets and quotation marks are often copied with an address. */
const BEFORE = /^[\s\p{DI}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`]*(?:mailto:[\s\p{DI}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`]*)?/iu;
const AFTER = /(?<![\s\p{DI}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`.,;:])[\s\p{DI}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`.,;:]+$/u;
const INVISIBLE = /[\p{DI}\p{Cf}]/gu;
/** IDNA decides on joiners in domains, which some languages need. */
const INVISIBLE_IN_DOMAIN = /(?![\u200c\u200d])[\p{DI}\p{Cf}]/gu;
/** Most addresses are clean, and each is read several times. */
const CLEAN = /^\w[\w.+-]*@[a-z\d.-]*[a-z\d]$/i;

/** The address in what was typed or pasted, in one spelling for one mailbox; the domain may have letters of any language. */
export function cleanAddress(typed: string): string {
  if (typed.length <= EMAIL_MAX_LENGTH && CLEAN.test(typed)) return typed;
  // NFKC makes up to 18 characters of one.
  const text = typed.slice(0, TYPED_MAX_LENGTH).normalize('NFKC').slice(0, TYPED_MAX_LENGTH);
  // Keyboards and editors curl apostrophes, as in O'Neil.
  const address = text.replaceAll('。', '.').replace(BEFORE, '').replace(AFTER, '').replaceAll('’', "'");
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at).replaceAll(INVISIBLE, '') + address.slice(at).replaceAll(INVISIBLE_IN_DOMAIN, '');
}

/** Browsers and Node have it; the contract has neither's types. */
declare const URL: new (address: string) => { readonly hostname: string };

/** Anything else would be decoded, or end the domain. */
const DOMAIN = /^[\p{L}\p{M}\p{Nd}.\-\u200c\u200d]+$/u;
const PLAIN_DOMAIN = /^[a-z\d.-]+$/i;

function domainInAscii(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    // A label that IDNA refuses.
    return undefined;
  }
}

/** An address with the ASCII spelling of its domain, as mail programs and links need it. */
export function asciiAddress(typed: string): string {
  const address = cleanAddress(typed);
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return at === 0 || PLAIN_DOMAIN.test(domain) ? address : address.slice(0, at) + (domainInAscii(domain) ?? domain);
}

/** Labels as name servers take them: 1 to 63 characters with no hyphen at either end, the last of them with a letter. */
const LABELS = /^(?:(?!-)[^.]{1,63}(?<!-)\.)+(?=[\d-]*[a-z])(?!-)[^.]{1,63}(?<!-)$/;

/** Whether the clean address is one that mail servers read unchanged: nothing in it would be quoted, decoded or cut off. */
export function isEmail(typed: string): boolean {
  const [local = '', domain = '', ...rest] = cleanAddress(typed).split('@');
  const ascii = domainInAscii(domain) ?? '';
  return (
    rest.length === 0 &&
    // `=?` begins encoded words in a mail header, which are read as another address.
    /^(?!.*=\?)[^\s\p{Cc}\p{Cs}"(),:;<>[\]\\]+$/u.test(local) &&
    LABELS.test(ascii) &&
    local.length + 1 + ascii.length <= EMAIL_MAX_LENGTH
  );
}

/** Whether an address has the form text, @, text, dot, text, with marks of any width: all that the form's script checks. */
export const looksLikeEmail = (address: string): boolean => /^[^\s@＠]+[@＠][^\s@＠.．。｡]+[.．。｡][^\s@＠]+$/.test(address);

/** The form in which addresses are compared: clean, in ASCII and in lower case. */
export const emailKey = (typed: string): string => asciiAddress(typed).toLowerCase();

/** The parts between commas up to the end of one address, without a preceding name that also contains a comma: 'Lee, Ann <ann@example.com'. */
function partsOf(text: string): string[] {
  const parts = text.split(',');
  const others = parts.slice(0, -1);
  return parts.at(-1)?.includes('<') === true
    ? [...others.slice(0, others.findLastIndex((part) => part.includes('@')) + 1), ...parts.slice(-1)]
    : parts;
}

/** The clean addresses of a text in which commas, semicolons or blanks separate them; mail programs put a name before each: 'Ann Lee <ann@example.com>'. */
export const addressesIn = (typed: string): string[] =>
  typed
    .replaceAll(/(?<![^\s,;>])"[^"@]*"/g, '')
    .split(/[;>]/)
    .flatMap(partsOf)
    .flatMap((part) => part.slice(part.lastIndexOf('<') + 1).split(/\s/))
    .map(cleanAddress)
    .filter((address) => address !== '');

/** The mailbox of an address, without tag and ignored dots, by which mails are counted; `emailKey` distinguishes people. */
export function mailboxKey(address: string): string {
  const key = emailKey(address);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  const [local = ''] = key.slice(0, at).split(/(?<=.)\+/, 1);
  // Gmail ignores dots before the @.
  return /^g(?:oogle)?mail\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
