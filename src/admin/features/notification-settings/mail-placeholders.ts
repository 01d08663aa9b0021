import { editDistance } from '#contract/rules/edit-distance.ts';

export const PLACEHOLDERS = [
  { name: '%SERIES%', meaning: 'Title' },
  { name: '%FNAME%', meaning: 'First name of the attendee' },
  { name: '%SUCCESS%', meaning: 'The chosen events with their dates' },
  { name: '%FROM%', meaning: 'The sender' },
] as const;

/** A placeholder, also one whose last percent sign is missing, or else words between percent signs. Two hexadecimal letters are part of a percent-encoded address instead. */
const PLACEHOLDER_PATTERN = /%(?:SERIES|FNAME|SUCCESS|FROM)(?:%|(?![A-Za-z_]))|%(?![A-Fa-f]{2}%)[A-Za-z][A-Za-z_ ]{0,28}[A-Za-z]%/g;

/** Those that only the mail of a series knows. */
export const OF_SERIES_MAIL: readonly string[] = ['%EVENTS%'];

export interface TextPart {
  readonly text: string;
  readonly kind: 'plain' | 'placeholder' | 'unknown';
  readonly start: number;
}

/** Splits a template into placeholders, the four and `further` ones, and the text between them. Joined, the parts are the template again. */
export function splitPlaceholders(template: string, further: readonly string[] = []): TextPart[] {
  const isKnown = (word: string): boolean => further.includes(word) || PLACEHOLDERS.some(({ name }) => name === word);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: text, index } of template.matchAll(PLACEHOLDER_PATTERN)) {
    if (index > end) parts.push({ text: template.slice(end, index), kind: 'plain', start: end });
    parts.push({ text, kind: isKnown(text) ? 'placeholder' : 'unknown', start: index });
    end = index + text.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end), kind: 'plain', start: end });
  return parts;
}

const SUGGESTION_DISTANCE_MAX = 3;

/** The placeholder that a mistyped word resembles most, if it is close enough. */
function closestPlaceholder(word: string): string | undefined {
  const upper = word.toUpperCase();
  const [closest] = PLACEHOLDERS.map(({ name }) => ({ name, distance: editDistance(upper, name) })).toSorted(
    (a, b) => a.distance - b.distance,
  );
  return closest !== undefined && closest.distance <= SUGGESTION_DISTANCE_MAX ? closest.name : undefined;
}

/** A warning for each word of a text that looks like a placeholder but is not one, and is therefore sent unchanged. */
export function unknownPlaceholders(text: string, further: readonly string[] = []): string[] {
  const words = new Set(splitPlaceholders(text, further).flatMap((part) => (part.kind === 'unknown' ? [part.text] : [])));
  return [...words].map((word) => {
    const suggestion = closestPlaceholder(word);
    return `${word} isn't a placeholder. It will be sent as it is.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
  });
}
