import { isStorable } from './text.ts';

/** Longest address that mail systems carry (RFC 5321). Checked first: the pattern is quadratic on long input (hardening 1.3). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * Whether a trimmed address has the form text, one @, text, a dot, text, with no spaces (spec section 5).
 * Control characters are refused too, since an address ends in mail headers.
 */
export function isEmail(address: string): boolean {
  if (address.length > EMAIL_MAX_LENGTH || !isStorable(address)) return false;
  // A control character in an address would reach a mail header.
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(address);
}

/** The form in which addresses are compared: trimmed, without regard to case (decision 3). */
export const emailKey = (address: string): string => address.trim().toLowerCase();
