import type { DoorPerson } from '#contract/door.ts';
import { folded, searchWords, waysToPart } from '#contract/rules/search-words.ts';
import { nameOf } from './people.ts';

/** Words, each preceded by a space, so that one search of the text finds the beginning of any; a space ends the last of a name. */
interface Words {
  readonly ofName: string;
  readonly ofBoth: string;
}

/** As people without a key for them write them: Müller is also Mueller. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', đ: 'dj' };

/** The words of a text unchanged; with special letters written out; and without marks that take long to type: `oneill`, `jr`, `att`. */
function spellingsIn(text: string): readonly (readonly string[])[] {
  const whole = folded(text);
  const written = folded(
    text
      .normalize()
      .toLowerCase()
      .replaceAll(/\W/g, (letter) => WRITTEN_OUT[letter] ?? letter),
  );
  return [...new Set([whole, written, whole.replaceAll(/['.&-]/g, '')])].map(searchWords);
}

const beginning = (word: string): string => ` ${word}`;

/** Made once for each person: that takes longer than comparing them. */
const known = new WeakMap<DoorPerson, Words>();

function wordsOf(person: DoorPerson): Words {
  const made = known.get(person);
  if (made !== undefined) return made;
  const joined = (text: string): string => spellingsIn(text).flat().map(beginning).join('');
  // A first or last name of several words may be typed as one: `annemarie`, `vandenberg`.
  const inOne = `${person.first_name}\n${person.last_name}`.replaceAll(' ', '');
  const ofName = `${joined(`${nameOf(person)} ${inOne}`)} `;
  const words = { ofName, ofBoth: ofName + joined(person.organisation) };
  known.set(person, words);
  return words;
}

/** Prepares everyone's words, so that the first search is as quick as the others. */
export function prepareSearch(people: readonly DoorPerson[]): void {
  for (const person of people) wordsOf(person);
}

/** People for whom each word of a text begins a word of their name or organisation; people found by name alone come first. A first or last name may also be typed in parts, unless `isWhole`: `Anna Maria` for Annamaria. A text without words, such as `%`, is searched for literally. */
export function findPeople<Person extends DoorPerson>(people: readonly Person[], text: string, isWhole = false): readonly Person[] {
  const spellings = spellingsIn(text).map((words) => words.map((word) => waysToPart(word).map((parts) => parts.map(beginning))));
  const isIn = (words: string): boolean =>
    spellings.some((wanted) => wanted.every((ways) => ways.some((parts) => parts.every((part) => words.includes(part)))));
  const sign = folded(text.trim());
  const whole = searchWords(sign.replaceAll(/\s/g, ''));
  if (whole.length === 0)
    return people.filter((person) => sign !== '' && folded(`${nameOf(person)} ${person.organisation}`).includes(sign));
  const inParts = people.filter((person) => !isWhole && whole.every((word) => wordsOf(person).ofName.includes(` ${word} `)));
  const found = people.filter((person) => isIn(wordsOf(person).ofBoth));
  return [...new Set([...found.filter((person) => isIn(wordsOf(person).ofName)), ...inParts, ...found])];
}

/** A text in parts, alternately unmatched and matched: the beginnings of its words that a search found. */
export function foundParts(text: string, wanted: readonly string[]): readonly string[] {
  const parts = [''];
  for (const word of text.split(/(?<=[\s\p{P}])|(?=[\s\p{P}])/u)) {
    const length = foundLength(word, wanted);
    if (length === 0) parts.push(`${parts.pop() ?? ''}${word}`);
    else parts.push(word.slice(0, length), word.slice(length));
  }
  return parts;
}

/** How many characters of a word a search matched; folded, there may be more or fewer. */
function foundLength(word: string, wanted: readonly string[]): number {
  const whole = folded(word);
  const [beginning] = wanted.filter((each) => whole.startsWith(each)).toSorted((one, other) => other.length - one.length);
  if (beginning === undefined) return 0;
  let length = 1;
  while (length < word.length && !folded(word.slice(0, length)).startsWith(beginning)) length += 1;
  while (/^\p{M}/u.test(word.slice(length))) length += 1;
  return length;
}
