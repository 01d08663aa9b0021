/** A piece of a text, and whether it is one of the words that were searched for. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Where it begins in the text. */
  readonly start: number;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Splits a text into what matches one of the words, in any case, and what lies between. */
export function markedParts(text: string, words: string): TextPart[] {
  // The longer one first: of `lead` and `leader` both begin alike.
  const wanted = words
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isMatch: false, start: 0 }];
  const pieces = text.split(new RegExp(`(${wanted.map(escaped).join('|')})`, 'giu'));
  let start = 0;
  // Split by a group, every second piece is what the group matched.
  const parts = pieces.map((piece, index): TextPart => {
    const part = { text: piece, isMatch: index % 2 === 1, start };
    start += piece.length;
    return part;
  });
  return parts.filter((part) => part.text !== '');
}
