import { z } from 'zod';
import { isBlank } from '#contract/rules/text.ts';

/** Digits, also in thousands, as lists and spreadsheets have them, but not after a dot, which is a decimal point in English. */
const WHOLE = /^(?:\d+|[1-9]\d{0,2}([,'’ ])\d{3}(?:\1\d{3})*)$/;

/** Also reads digits of full width, but not those in circles or superscript. JavaScript also reads `1e3` and `0x10` as numbers. */
function numberOf(text: string): number {
  const typed = text.normalize('NFKC').trim();
  return WHOLE.test(typed) && !/\p{No}/u.test(text) ? Number(typed.replaceAll(/\D/g, '')) : Number.NaN;
}

/** A number as typed. It is not checked: a stored one is shown whatever the current rules are, and the contract refuses NaN. */
export const numberText = z.codec(z.string(), z.custom<number>(), { encode: String, decode: numberOf });

export const countText = z.codec(z.string(), z.custom<number | null>(), {
  encode: (count) => count?.toString() ?? '',
  decode: (text) => (isBlank(text) ? null : numberOf(text)),
});
