/** How many letters must be added, removed or replaced to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Mail providers whose names are often mistyped, most likely first. */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.co.uk',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'btinternet.com',
  'protonmail.com',
  'live.com',
];

export const didYouMean = (meant: string): string => `Did you mean ${meant.slice(meant.lastIndexOf('@') + 1)}?`;

const nameOf = (domain: string): string => domain.slice(0, domain.indexOf('.'));

/** Providers have addresses in many countries, and short names are close to those of companies. */
const maxDistance = (domain: string, known: string): number => (nameOf(domain) === nameOf(known) || nameOf(known).length < 5 ? 1 : 2);

/** The address with the domain of a large mail provider, if that of the given one looks like a slip of it: `gmial.com`. */
export function addressSuggestion(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || DOMAINS.includes(domain)) return undefined;
  const close = DOMAINS.filter((known) => known[0] === domain[0] && editDistance(domain, known) <= maxDistance(domain, known));
  const [closest] = close.toSorted((a, b) => editDistance(domain, a) - editDistance(domain, b));
  return closest === undefined ? undefined : `${address.slice(0, at)}@${closest}`;
}
