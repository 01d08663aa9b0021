export const SEARCH_MAX_LENGTH = 1_000;
/** Hundreds of addresses may be pasted into a list's search; a page's address may have 32 kB. */
export const LIST_SEARCH_MAX_LENGTH = 8_000;

/** Accents and other marks, and invisible characters. */
const MARKS = new RegExp(
  `[${[
    String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670`,
    String.raw`\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\p{DI}`,
  ].join('')}]`,
  'gu',
);

/** Letters that Unicode does not decompose, and the many shapes of apostrophe and hyphen. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
};
const ODD_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Characters that separate words; `~` must be included, since it marks the spellings in the index. */
export const SEPARATORS = /[\s\\@.\-_+,;:&/()[\]{}<>"'!?*|=#%~$^„“”«»·•…]+/;
/** Longer words than this are compared by their beginning. */
const WORD_MAX_LENGTH = 250;

/** Most texts are plain, and the door folds those of thousands of people at once. */
const PLAIN = /^[ -_a-~]*$/;

/** A text as searches compare it, without case, width and accents; a test compares it with `folded` in SQL (`migrations/0007_find_people.sql`). */
export const folded = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .replaceAll('´', "'") // NFKD turns it into a space.
        .normalize('NFKD')
        .replaceAll(MARKS, '')
        .toLowerCase()
        .replaceAll(ODD_LETTERS, (letter) => LETTERS[letter] ?? letter);

/** The distinct words of a text as searches compare them, split at spaces, apostrophes, hyphens and other punctuation. */
export const searchWords = (text: string): string[] => [
  ...new Set(
    folded(text)
      .split(SEPARATORS)
      .filter((word) => word !== '')
      .map((word) => Array.from(word).slice(0, WORD_MAX_LENGTH).join('')),
  ),
];

/** Names in these scripts are often typed without the space that two inputs put between their parts. */
const WITHOUT_BLANKS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2,36}$/u;

/** A word unchanged and, in a script without spaces, split into every two parts: 王小明 is also 王 and 小明. */
export function waysToPart(word: string): string[][] {
  const letters = WITHOUT_BLANKS.test(word) ? Array.from(word.normalize()).filter((letter) => letter !== '・') : [];
  const parted = letters.slice(1).map((_, index) => [letters.slice(0, index + 1), letters.slice(index + 1)]);
  return [[word], ...parted.map((parts) => parts.map((part) => part.join('').normalize('NFD')))];
}
