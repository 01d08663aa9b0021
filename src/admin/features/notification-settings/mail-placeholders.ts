/** The placeholders of mail subjects and templates, with what each stands for (decision 34). */
export const PLACEHOLDERS = [
  { name: '%SERIES%', meaning: 'Title' },
  { name: '%FNAME%', meaning: 'First name of the attendee' },
  { name: '%SUCCESS%', meaning: 'The chosen events with their dates' },
  { name: '%FROM%', meaning: 'The sender' },
] as const;

/** Words between percent signs; two hexadecimal letters are a part of an encoded address instead. */
const LIKE_A_PLACEHOLDER = /%(?![A-Fa-f]{2}%)[A-Za-z][A-Za-z_ ]{0,28}[A-Za-z]%/g;

const isKnown = (word: string): boolean => PLACEHOLDERS.some(({ name }) => name === word);

/** A part of a text: what kind it is decides how it is marked. */
export interface TextPart {
  readonly text: string;
  readonly kind: 'plain' | 'placeholder' | 'unknown';
  /** Where it begins in the text. */
  readonly start: number;
}

/** A template in parts, in their order; together they are the template again. */
export function partsOf(template: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: text, index } of template.matchAll(LIKE_A_PLACEHOLDER)) {
    if (index > end) parts.push({ text: template.slice(end, index), kind: 'plain', start: end });
    parts.push({ text, kind: isKnown(text) ? 'placeholder' : 'unknown', start: index });
    end = index + text.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end), kind: 'plain', start: end });
  return parts;
}

/** How many letters must be added, dropped or replaced to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const FURTHEST_MEANT = 3;

/** The placeholder that somebody may have meant, if any is near enough. */
function meant(word: string): string | undefined {
  const upper = word.toUpperCase();
  const [nearest] = PLACEHOLDERS.map(({ name }) => ({ name, far: distance(upper, name) })).toSorted((a, b) => a.far - b.far);
  return nearest !== undefined && nearest.far <= FURTHEST_MEANT ? nearest.name : undefined;
}

/** One sentence for each word of a text that looks like a placeholder and is none: it is sent as it stands. */
export function unknownPlaceholders(text: string): string[] {
  const words = new Set(partsOf(text).flatMap((part) => (part.kind === 'unknown' ? [part.text] : [])));
  return [...words].map((word) => {
    const near = meant(word);
    return `${word} is no placeholder and is sent as it stands.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
}
