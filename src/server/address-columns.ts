import { domainToUnicode } from 'node:url';
import { asciiAddress, emailKey, isEmail } from '#contract/rules/email.ts';

/** Scripts whose letters look Latin. */
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Whether a label in other letters is accepted in an address, and encodes to this one in ASCII. */
const leadsTo = (label: string, letters: string): boolean =>
  isEmail(`a@example.${letters}`) && emailKey(`a@example.${letters}`) === `a@example.${label.toLowerCase()}`;

/** The spelling of a domain that people read; a label that could pass for another under an ASCII ending, or does not encode back, stays in ASCII. */
export function readableDomain(ascii: string): string {
  if (!/xn--/i.test(ascii)) return ascii;
  const hasOwnEnding = /\.xn--[^.]*$/i.test(ascii);
  const readable = (label: string): string => {
    if (!/^xn--/i.test(label)) return label;
    const letters = domainToUnicode(label);
    return !leadsTo(label, letters) || (!hasOwnEnding && LOOKS_LATIN.test(letters)) ? label : letters;
  };
  return ascii.split('.').map(readable).join('.');
}

/** How an address is stored: the spelling that staff see, and the one that is compared. */
export function addressColumns(typed: string): { readonly email: string; readonly email_key: string } {
  const address = asciiAddress(typed);
  const at = address.lastIndexOf('@') + 1;
  return { email: address.slice(0, at) + readableDomain(address.slice(at)), email_key: address.toLowerCase() };
}
