/** A part of a text, and whether it matches a searched word. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  readonly start: number;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Splits a text into matches of the words, in any case, and the parts between. */
export function markedParts(text: string, words: string): TextPart[] {
  // Longer words first, so that `leader` is not matched as `lead`.
  const wanted = words
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isMatch: false, start: 0 }];
  const pieces = text.split(new RegExp(`(${wanted.map(escaped).join('|')})`, 'giu'));
  let start = 0;
  // With a group in the pattern, every second part is a match.
  const parts = pieces.map((piece, index): TextPart => {
    const part = { text: piece, isMatch: index % 2 === 1, start };
    start += piece.length;
    return part;
  });
  return parts.filter((part) => part.text !== '');
}
