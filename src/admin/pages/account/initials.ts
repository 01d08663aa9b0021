const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

const firstLetter = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** The initials of the first and last name, or of the only one. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return chosen.map((word) => firstLetter(word ?? '').toLocaleUpperCase('en-GB')).join('');
}
