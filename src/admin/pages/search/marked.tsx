import { folded, searchWords, waysToPart } from '#contract/rules/search-words.ts';

/** A letter of the text with the marks that belong to it. */
interface Letter {
  text: string;
  readonly folded: string;
}

function lettersOf(text: string): Letter[] {
  const letters: Letter[] = [];
  for (const letter of text) {
    const last = letters.at(-1);
    if (folded(letter) === '' && last !== undefined) last.text += letter;
    else letters.push({ text: letter, folded: folded(letter) });
  }
  return letters;
}

/** A folded character and the letter that it is from. */
interface FoldedLetter {
  readonly unit: string;
  readonly of: Letter;
}

/** The number of folded letters from `index` that a word matches, over apostrophes; 0 when it does not. */
function matchedLength(letters: readonly FoldedLetter[], index: number, word: string): number {
  let at = index;
  for (const wanted of word) {
    if (letters[at]?.unit === "'" && wanted !== "'" && at > index) at += 1;
    if (letters[at]?.unit !== wanted) return 0;
    at += 1;
  }
  return at - index;
}

const isSeparator = (letter: string | undefined): boolean => letter === undefined || searchWords(letter).length === 0;

/** What a word matches: where words begin, otherwise anywhere. */
function foundIn(letters: readonly FoldedLetter[], word: string): FoldedLetter[] {
  const matches = letters.map((_, from) => ({ from, length: matchedLength(letters, from, word) })).filter(({ length }) => length > 0);
  const beginnings = matches.filter(({ from }) => isSeparator(letters[from - 1]?.unit));
  return (beginnings.length > 0 ? beginnings : matches).flatMap(({ from, length }) => letters.slice(from, from + length));
}

/** The searched words; punctuation that stands alone is searched in titles. */
const wantedWords = (typed: string): string[] =>
  folded(typed)
    .split(/\s+/)
    .flatMap((part) => {
      const words = searchWords(part);
      return words.length === 0 ? [part] : [...words.flatMap(waysToPart).flat(), ...searchWords(part.replaceAll("'", ''))];
    })
    .filter((word) => word !== '');

/** A text in parts, alternately not found and found: found is what matches the typed words, whatever their accents. */
export function markedParts(text: string, typed: string): string[] {
  const letters = lettersOf(text);
  const units = letters.flatMap((letter) => Array.from(letter.folded, (unit): FoldedLetter => ({ unit, of: letter })));
  const found = new Set(wantedWords(typed).flatMap((word) => foundIn(units, word).map(({ of }) => of)));
  const parts = [''];
  for (const letter of letters) {
    const isInFound = parts.length % 2 === 0;
    if (found.has(letter) !== isInFound) parts.push('');
    parts.push(`${parts.pop() ?? ''}${letter.text}`);
  }
  return parts;
}

/** A text with the search term in bold, as the person wrote it. */
export const Marked = ({ text, words }: { text: string; words: string }) =>
  markedParts(text, words).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
    index % 2 === 1 ? <b key={index}>{part}</b> : part,
  );
