import { z } from 'zod';
import { isBlank } from '#contract/rules/text.ts';

const GROUPED = /^\d{1,3}([,.'’ ])\d{3}(?:\1\d{3})*$/;

/** Digits, also of full width and in thousands, as lists and spreadsheets have them: JavaScript also reads `1e3` and `0x10` as numbers. */
function numberOf(text: string): number {
  const typed = text.normalize('NFKC').trim();
  return /^\d+$/.test(typed) || GROUPED.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : Number.NaN;
}

/** A number as typed. It is not checked: a stored one is shown whatever the current rules are, and the contract refuses NaN. */
export const numberText = z.codec(z.string(), z.custom<number>(), { encode: String, decode: numberOf });

export const countText = z.codec(z.string(), z.custom<number | null>(), {
  encode: (count) => count?.toString() ?? '',
  decode: (text) => (isBlank(text) ? null : numberOf(text)),
});
