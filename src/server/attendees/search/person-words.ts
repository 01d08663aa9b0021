import { cleanAddress, isEmail } from '#contract/rules/email.ts';
import { folded, searchWords, waysToPart } from '#contract/rules/search-words.ts';
import { readableDomain } from '#server/address-columns.ts';

/** Further words are ignored. */
const WORDS_MAX = 10;
/** One wrong letter is tolerated in words of these lengths without digits; the index has spellings of names of up to 30 letters. */
const FORGIVEN_MIN = 5;
const FORGIVEN_MAX = 31;
const DIGIT = /[0-9]/;

/** The typed words, as PostgreSQL looks them up in `search_keys` (`migrations/0007_find_people.sql`). */
export interface PersonWords {
  /** To recognise them in a name. */
  readonly words: readonly string[];
  /** A `tsquery` for people with all words. */
  readonly exact: string;
  /** A `tsquery` for people with exactly these words, such as a whole address. */
  readonly whole: string;
  /** For people with all words if one wrong letter per name is tolerated; undefined if no word is long enough. */
  readonly near: NearWords | undefined;
}

interface NearWords {
  /** A `tsquery` that also matches names with two other letters. */
  readonly candidates: string;
  /** For each word: its `tsquery`, and the `like` patterns of names that differ by at most one letter. */
  readonly words: readonly { readonly exact: string; readonly patterns: readonly string[] }[];
}

/** Words contain neither quotes nor backslashes. */
const beginning = (word: string): string => `'${word}':*`;

const isForgiven = (letters: readonly string[]): boolean =>
  letters.length >= FORGIVEN_MIN && letters.length <= FORGIVEN_MAX && !letters.some((letter) => DIGIT.test(letter));

const without = (letters: readonly string[], index: number): string => letters.toSpliced(index, 1).join('');

/** The spellings in the index that this word shares with names that differ from it by one letter. */
function nearQuery(word: string): string {
  const letters = Array.from(word);
  if (!isForgiven(letters)) return beginning(word);
  const shorter = new Set(letters.map((_, index) => without(letters, index)));
  return `(${[beginning(word), ...[word, ...shorter].map((spelling) => beginning(`~${spelling}`))].join(' | ')})`;
}

/** Patterns for names that begin with this word except for one letter that is wrong, missing, extra, or swapped with the next. */
function nearPatterns(word: string): string[] {
  const letters = Array.from(word);
  if (!isForgiven(letters)) return [];
  const patterns = letters.flatMap((letter, index) => [
    letters.with(index, '_').join(''),
    letters.toSpliced(index, 0, '_').join(''),
    without(letters, index),
    letters.toSpliced(index, 2, ...letters.slice(index + 1, index + 2), letter).join(''),
  ]);
  return patterns.map((pattern) => `${pattern}%`);
}

/** A text with addresses spelled as in the searched data: with readable domains, and not as links. */
export const withReadableDomains = (text: string): string =>
  text.replaceAll(/\bmailto:/gi, '').replaceAll(/[\w.-]+/g, (word) => (/xn--/i.test(word) ? readableDomain(word) : word));

/** The addresses of a text that is more than one address, such as a pasted list or 'Ann Lee <ann@example.com>', by which people are found whatever else it says. */
export function pastedAddresses(text: string): string[] {
  // Slashes and bars may be part of an address.
  const parts = text.split(/[\s,;:<>()、，；：]+/).flatMap((part) => (isEmail(part) ? part : part.split(/[/|?]/)));
  return isEmail(text) ? [] : [...new Set(parts.filter(isEmail).map(cleanAddress))];
}

/** Splits what was typed into words to look up; undefined if there are none. */
export function readPersonWords(text: string): PersonWords | undefined {
  const each = pastedAddresses(text).flatMap((address) => readPersonWords(address) ?? []);
  if (each.length > 0) {
    const anyOf = (name: 'exact' | 'whole') => each.map((words) => words[name]).join(' | ');
    return { words: each.flatMap(({ words }) => words), exact: anyOf('exact'), whole: anyOf('whole'), near: undefined };
  }
  const typed = withReadableDomains(text);
  const parted = searchWords(typed).slice(0, WORDS_MAX);
  if (parted.length === 0) return undefined;
  // O'Brien also finds Obrien.
  const joined = searchWords(folded(typed).replaceAll("'", '')).slice(0, WORDS_MAX);
  const queryOf = (lookUp: (word: string) => string) => {
    const inAnyWay = (word: string) => `(${Array.from(waysToPart(word), (parts) => parts.map(lookUp).join(' & ')).join(' | ')})`;
    return [...new Set([parted, joined].map((words) => `(${words.map(inAnyWay).join(' & ')})`))].join(' | ');
  };
  const exact = queryOf(beginning);
  return {
    words: [...parted, ...joined],
    exact,
    whole: queryOf((word) => `'${word}'`),
    near: joined.some((word) => isForgiven(Array.from(word)))
      ? {
          candidates: `${joined.map(nearQuery).join(' & ')} & !(${exact})`,
          words: joined.map((word) => ({ exact: beginning(word), patterns: nearPatterns(word) })),
        }
      : undefined,
  };
}
