import { z } from 'zod';
import { isBlank } from '#contract/rules/text.ts';

/** Digits only: JavaScript also reads `1e3` and `0x10` as numbers. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A number as typed. It is not checked: a stored one is shown whatever the current rules are, and the contract refuses NaN. */
export const numberText = z.codec(z.string(), z.custom<number>(), { encode: String, decode: numberOf });

export const countText = z.codec(z.string(), z.custom<number | null>(), {
  encode: (count) => count?.toString() ?? '',
  decode: (text) => (isBlank(text) ? null : numberOf(text)),
});
