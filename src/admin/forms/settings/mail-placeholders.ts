import { editDistance } from '#contract/rules/address-suggestion.ts';
import type { PlaceholderName } from '#contract/rules/mail/mail-placeholders.ts';
import { isHtmlTemplate } from '#contract/rules/mail/mail-values.ts';

const typed = (name: PlaceholderName): string => `%${name}%`;

/** How other programs write placeholders: `{{first_name}}`, `{!Contact.Name}`, `*|FNAME|*`, `[[name]]`, `[FIRST_NAME]`, `<<Name>>`. */
const FOREIGN = String.raw`\{\{[^{}\n]{1,40}\}\}|\{[!$]?[A-Za-z_.=]{2,40}\}|\*\|[^|\n]{1,40}\|\*|\[\[[^[\]\n]{1,40}\]\]|\[[A-Z_]{0,40}NAME\]|<<[^<>\n]{1,40}>>`;

/** A placeholder with blanks, invisible characters, a hyphen, or the percent signs of a Chinese or Japanese keyboard. */
const ALMOST = String.raw`[%％]\s?(?![A-F]{2}%)[A-Z][A-Z_\-\p{Cf}]{1,28}\s?[%％]`;

/** A placeholder, even without its last percent sign, or words between percent signs. Two hexadecimal letters are part of a percent-encoded address instead. */
const patternOf = (names: readonly PlaceholderName[]): RegExp =>
  new RegExp(`(%(?:${names.join('|')})(?:%|(?![A-Za-z_]))|%(?![A-Fa-f]{2}%)[A-Za-z][A-Za-z_ ]{0,28}[A-Za-z]%|${ALMOST}|${FOREIGN})`, 'u');

interface TextPart {
  readonly text: string;
  readonly kind: 'plain' | 'placeholder' | 'unknown';
}

/** Splits a template into placeholders of these `names`, words that look like one, and the text between them. Joined, the parts are the template again. */
export function splitPlaceholders(template: string, names: readonly PlaceholderName[]): TextPart[] {
  const known: readonly string[] = names.map(typed);
  const kindOf = (word: string) => (known.includes(word) ? 'placeholder' : 'unknown');
  // The split alternates between text and placeholders.
  const parts = template.split(patternOf(names)).map((text, index): TextPart => ({ text, kind: index % 2 === 0 ? 'plain' : kindOf(text) }));
  return parts.filter(({ text }) => text !== '');
}

const SUGGESTION_DISTANCE_MAX = 3;

/** The placeholder that a mistyped word resembles most, if it is close enough. */
function closestPlaceholder(word: string, names: readonly PlaceholderName[]): string | undefined {
  const upper = `%${word.replaceAll(/[^a-z]/gi, '').toUpperCase()}%`;
  const [closest] = names
    .map(typed)
    .map((name) => ({ name, distance: editDistance(upper, name) }))
    .toSorted((a, b) => a.distance - b.distance);
  return closest !== undefined && closest.distance <= SUGGESTION_DISTANCE_MAX ? closest.name : undefined;
}

/** A warning for each word of a text that looks like a placeholder but is not one, and will therefore be sent unchanged. */
export function unknownPlaceholders(text: string, names: readonly PlaceholderName[]): string[] {
  const words = new Set(splitPlaceholders(text, names).flatMap((part) => (part.kind === 'unknown' ? [part.text] : [])));
  return [...words].map((word) => {
    const suggestion = closestPlaceholder(word, names);
    return `${word} isn't a placeholder. It will be sent as typed.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
  });
}

/** The address of a link or picture without a server, which only works on a page of the same site; one that begins with a placeholder is complete. */
const WITHOUT_SITE = /\s(?:href|src)\s*=\s*["']?(?!#|%|(?!data:|file:)[a-z][a-z\d+.-]*:)(?<address>[^\s"'<>]{1,60})/gi;

export function templateWarnings(template: string, names: readonly PlaceholderName[]): string[] {
  const addresses = isHtmlTemplate(template) ? Array.from(template.matchAll(WITHOUT_SITE), ({ groups }) => groups?.address) : [];
  const warnings = addresses.map((address) => `${address} can't be opened from an email. Enter the full address, with https://.`);
  return [...unknownPlaceholders(template, names), ...new Set(warnings)];
}
