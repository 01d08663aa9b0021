import { domainToUnicode } from 'node:url';
import { asciiAddress, emailKey } from '#contract/rules/email.ts';

/** Scripts with letters that look Latin. */
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** The spelling of a domain that people read; a label that could pass for another one under an ASCII ending stays in ASCII. */
export function readableDomain(ascii: string): string {
  const hasOwnEnding = /\.xn--[^.]*$/i.test(ascii);
  const readable = (label: string): string => {
    const letters = /^xn--/i.test(label) ? domainToUnicode(label) : '';
    return letters === '' || (!hasOwnEnding && LOOKS_LATIN.test(letters)) ? label : letters;
  };
  return ascii.split('.').map(readable).join('.');
}

/** What is stored of an address: the spelling that staff see, and the one that is compared. */
export function addressColumns(typed: string): { readonly email: string; readonly email_key: string } {
  const address = asciiAddress(typed);
  const at = address.lastIndexOf('@') + 1;
  return { email: address.slice(0, at) + readableDomain(address.slice(at)), email_key: emailKey(typed) };
}
