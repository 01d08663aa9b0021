/** Words for yes and no in the languages of `SYNONYMS`, as `plainText` gives them. */
const YES_WORDS: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'j', 'oui', 'si', 'sí', 'sim', 'wahr']);
const NO_WORDS: ReadonlySet<string> = new Set([
  'no',
  'n',
  'false',
  '0',
  '-',
  '–',
  '—',
  'nein',
  'non',
  'nee',
  'nej',
  'nei',
  'não',
  'falsch',
]);

/** A text as it is compared: without case and outer spaces. */
export const plainText = (text: string): string => text.trim().toLowerCase();

export const isYes = (text: string): boolean => YES_WORDS.has(plainText(text));

export const isNo = (text: string): boolean => NO_WORDS.has(plainText(text));
