import { asciiAddress, emailKey } from '#contract/rules/email.ts';
import { formatCount } from '#contract/texts/counts.ts';

/** Mail programs fail on longer links (D43). */
export const MAIL_LINK_MAX_LENGTH = 1_900;

const LINK_PREFIX = 'mailto:?bcc=';

// RFC 6068 allows a plain `@`. Commas are encoded, because they separate addresses.
const encodeAddress = (address: string): string => encodeURIComponent(address).replaceAll('%40', '@');

/** The addresses without repeats (regardless of case), each as first typed. */
export function distinctAddresses(addresses: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const address of addresses) {
    const key = emailKey(address);
    if (key !== '' && !byKey.has(key)) byKey.set(key, asciiAddress(address));
  }
  return [...byKey.values()];
}

export const mailLink = (addresses: readonly string[]): string => `${LINK_PREFIX}${addresses.map(encodeAddress).join(',')}`;
export const mailTo = (address: string): string => `mailto:${encodeAddress(asciiAddress(address))}`;

/** Splits the addresses, in order, into batches whose links are short enough. */
export function mailBatches(addresses: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (const address of addresses) {
    const batch = batches.at(-1);
    if (batch !== undefined && mailLink([...batch, address]).length <= MAIL_LINK_MAX_LENGTH) batch.push(address);
    else batches.push([address]);
  }
  return batches;
}

/** Which addresses a batch has, after those of the batches before it. */
export const batchName = (before: number, { length }: readonly string[]): string =>
  length === 1 ? `Address ${formatCount(before + 1)}` : `Addresses ${formatCount(before + 1)} to ${formatCount(before + length)}`;

/** One link for all typed addresses; undefined if there are none or it would be too long. */
export function oneLink(typed: readonly string[]): string | undefined {
  const batches = mailBatches(distinctAddresses(typed));
  const [only] = batches;
  return only !== undefined && batches.length === 1 ? mailLink(only) : undefined;
}
