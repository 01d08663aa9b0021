import { emailKey } from '#contract/rules/email.ts';

/** Mail programs fail on longer links (decision 43). */
export const MAIL_LINK_MAX_LENGTH = 1_900;

const START = 'mailto:?bcc=';

// `@` may stand as it is in a link (RFC 6068); a comma inside an address must not part it in two.
const written = (address: string): string => encodeURIComponent(address).replaceAll('%40', '@');

/** Each address once, without regard to case, in the form that came first (decisions 3, 43). */
export function distinctAddresses(addresses: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const address of addresses) {
    const key = emailKey(address);
    if (key !== '' && !byKey.has(key)) byKey.set(key, address.trim());
  }
  return [...byKey.values()];
}

/** A link that writes to all these addresses in blind copy. */
export const mailLink = (addresses: readonly string[]): string => `${START}${addresses.map(written).join(',')}`;

/** The addresses in groups, in their order, each group's link within what mail programs take (decision 43). */
export function mailBatches(addresses: readonly string[], maxLength = MAIL_LINK_MAX_LENGTH): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const address of addresses) {
    const size = written(address).length;
    const batch = batches.at(-1);
    if (batch === undefined || length + 1 + size > maxLength) {
      batches.push([address]);
      length = START.length + size;
    } else {
      batch.push(address);
      length += 1 + size;
    }
  }
  return batches;
}

/** One link to all of these addresses as they were typed, each once; undefined when mail programs would not take it (decision 43). */
export function oneLink(typed: readonly string[]): string | undefined {
  const batches = mailBatches(distinctAddresses(typed));
  const [only] = batches;
  return only !== undefined && batches.length === 1 ? mailLink(only) : undefined;
}
