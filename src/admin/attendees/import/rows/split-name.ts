/** What may follow a last name. */
const SUFFIX = /[\s,]+(?:jr|sr|[iv]{2,3}|ph\.?d|m\.?d|mba|m\.?sc|b\.?sc|m\.?a|b\.?a)\.?$/i;

const SALUTATION = /^(?:mr|mrs|ms|miss|mx|herr|frau|mme|mlle|monsieur|madame|sr|sra|señora?|dhr|mevr)\.? (?=\S)/i;

const NAME_MAX = 1_000;

/**
 * Splits a whole name: at its comma, as in `Smith, Ann`, or before its last word and the small words in front of that, as in `Ann van der Berg`. What is
 * in brackets, and a salutation, is left out. A single name is a last name, and so is a text that is too long for a name, which the check of the row refuses.
 */
export function splitName(written: string): { readonly first_name: string; readonly last_name: string } {
  if (written.length > NAME_MAX) return { first_name: '', last_name: written };
  const whole = written
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(SALUTATION, '');
  const suffix = SUFFIX.exec(whole)?.[0] ?? '';
  const name = whole.slice(0, whole.length - suffix.length);
  const [last = '', ...first] = name.split(',').map((part) => part.trim());
  if (first.length > 0) return { first_name: first.join(' '), last_name: last + suffix };
  const words = /^(\S.*?) ((?:\p{Ll}\S* )*\S+)$/u.exec(name);
  return { first_name: words?.[1] ?? '', last_name: (words?.[2] ?? name) + suffix };
}
