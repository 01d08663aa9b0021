/** Top-level domains that spam uses. Those of two letters are countries; more of them would match names written with dots. */
const TOP_LEVEL_DOMAINS =
  'com|net|org|info|biz|top|xyz|online|site|shop|store|club|live|life|app|dev|web|page|cloud|host|space|tech|pro|support|one|win|winner|' +
  'bid|loan|stream|download|racing|review|trade|date|press|news|zip|money|cash|credit|gift|gifts|promo|sale|deals|games|game|casino|bet|' +
  'poker|lotto|vip|icu|cyou|bond|cfd|sbs|lol|click|link|buzz|fun|website';

/*
 * What mail programs make a link of: a scheme, `www.`, an `@` in the midst of a word, a path after a dot, an address of numbers, and a
 * domain. The part before its dot has three characters or more, and five before a country's two letters: "J.R. Smith",
 * "Dr.Li" and "Abd.Al Rahman" are names. Each starts at the mark and looks back, so that its time does not grow with the square of a name.
 */
const ADDRESSES: readonly RegExp[] = [
  /(?<=[a-z][\d+.-]*):\/\/|www\./i,
  /\S@\S/,
  /\.[\p{L}\p{N}-]{2,}(?::\d+)?[/?#]\S/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  new RegExp(`[\\p{L}\\p{N}-]{3}\\.(?:${TOP_LEVEL_DOMAINS}|xn--[a-z\\d-]+)(?![\\p{L}\\p{N}-])`, 'iu'),
  /(?<=[\p{L}\p{N}-]{5}|[\p{N}-]\p{L}{0,3})\.[a-z]{2}(?![\p{L}\p{N}-])/iu,
];

/** The name as a mail program reads it: without invisible characters, and with ASCII dots and slashes. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.');

/** Names appear in mails to addresses that anyone can type, so a link in one would turn the form into a spam relay. */
export function containsAddress(name: string): boolean {
  const text = plain(name);
  return ADDRESSES.some((address) => address.test(text));
}
