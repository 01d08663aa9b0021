import { folded, searchWords, waysToPart } from '#contract/rules/search-words.ts';

interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  readonly start: number;
}

/** A folded character and the letter of the text that it is from. */
interface FoldedLetter {
  readonly letter: string;
  readonly start: number;
  readonly end: number;
}

function foldLetters(text: string): FoldedLetter[] {
  const letters: FoldedLetter[] = [];
  let start = 0;
  for (const letter of text) {
    const end = start + letter.length;
    const units = folded(letter);
    const last = letters.at(-1);
    // A mark belongs to the letter before it.
    if (units === '' && last !== undefined) letters.splice(-1, 1, { ...last, end });
    for (const unit of units) letters.push({ letter: unit, start, end });
    start = end;
  }
  return letters;
}

/** The number of folded letters from `index` that a word matches, over apostrophes; 0 when it does not. */
function matchedLength(letters: readonly FoldedLetter[], index: number, word: string): number {
  let at = index;
  for (const wanted of word) {
    if (letters[at]?.letter === "'" && wanted !== "'" && at > index) at += 1;
    if (letters[at]?.letter !== wanted) return 0;
    at += 1;
  }
  return at - index;
}

const isSeparator = (letter: string | undefined): boolean => letter === undefined || searchWords(letter).length === 0;

type Range = readonly [from: number, to: number];

function rangesOf(letters: readonly FoldedLetter[], word: string): Range[] {
  const matches = letters.flatMap((_, index): Range[] => {
    const length = matchedLength(letters, index, word);
    return length === 0 ? [] : [[index, index + length]];
  });
  const beginnings = matches.filter(([from]) => isSeparator(letters[from - 1]?.letter));
  return beginnings.length > 0 ? beginnings : matches;
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

/** Splits a text into what matches the typed words, whatever their accents, and the parts between. */
export function markedParts(text: string, typed: string): TextPart[] {
  const letters = foldLetters(text);
  const isMarked = new Set(wantedWords(typed).flatMap((word) => rangesOf(letters, word).flatMap(([from, to]) => letters.slice(from, to))));
  const marked = letters.filter((letter) => isMarked.has(letter));
  const parts: TextPart[] = [];
  let at = 0;
  const add = (end: number, isMatch: boolean) => {
    const last = parts.at(-1);
    if (end <= at) return;
    if (last?.isMatch === isMatch) parts.splice(-1, 1, { ...last, text: text.slice(last.start, end) });
    else parts.push({ text: text.slice(at, end), isMatch, start: at });
    at = end;
  };
  for (const { start, end } of marked) {
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return parts;
}

/** A text with what was searched for in bold, as the person wrote it. */
export const Marked = ({ text, words }: { text: string; words: string }) =>
  markedParts(text, words).map((part) => (part.isMatch ? <b key={part.start}>{part.text}</b> : part.text));
