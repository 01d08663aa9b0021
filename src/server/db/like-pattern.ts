import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { folded } from '#contract/rules/search-words.ts';

const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A `like` pattern that matches this very text at the beginning. */
export const startingWith = (text: string): string => `${escapeWildcards(text)}%`;

/** Characters around words of a name or address copied from a list, the dot of an abbreviation, and wildcards of other programs. */
const AROUND = /^[,;:"“”„«»()[\]<>*?]+|(?<![,;:."“”„«»()[\]<>*?])[,;:."“”„«»()[\]<>*?]+$/g;

/** The patterns of what is parted by spaces, hyphens, middle dots, commas and semicolons; of those alone, the text itself. */
function patternsOf(typed: string): string[] {
  const text = folded(typed).replaceAll("'", '').trim();
  const parts = text.split(/[\s・、,;-]+/).flatMap((part) => part.replaceAll(AROUND, '') || []);
  return (parts.length === 0 && text !== '' ? [text] : parts).map((part) => `%${escapeWildcards(part)}%`);
}

/** Whether a text has all typed words, anywhere and in any order, whatever their accents and apostrophes. Nothing has only marks. */
export function containsWords(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const patterns = patternsOf(typed);
  return patterns.length === 0 ? sql`false` : sql`replace(folded(${text}), '''', '') like all (${patterns}::text[])`;
}
