import { wordSet } from '../columns/synonyms.ts';

/** What may follow a last name; `Ma` and `Ba` are last names. */
const SUFFIX =
  /(?:[\s,]+(?:[Jj][Rr]|[Ss][Rr]|[IV]{2,3}|i{2,3}|2nd|3rd|[Ee]sq|[Pp][Hh]\.? ?[Dd]|D\.?Phil|M\.?D|m\.d|[Mm][Bb][Aa]|[MB]\.?[Ss][Cc]|[MB]Eng|[MB]\.?A|[mb]\.a|[CMO]BE|BEM|QC|MP|FRS|CPA|CFA|PMP|ACCA|FCA|RN|DDS|CISSP|[CI]Eng|LL\.?[BDM]|[FM]RC[GOPS]{1,3}|[BM]SN|F?CCA|ACA|[FM]CIPD|EdD|DBA|J\.D|MPhil|MP[AH]|FRSA|[FM]IET|[AF]CMA|MEP)\.?)+$/;

const SALUTATION = /^(?:mr|mrs|ms|miss|mx|herrn?|frau|mme|mlle|monsieur|madame|sr|sra|señora?|dhr|mevr)\.? (?=\S)/i;

/** Pronouns, as in `she/her`. */
export const PRONOUNS = /(?<!\S)(?:she|he|they|xe|ze|sie|er|elle|il|iel|ella|él)(?: ?\/ ?\p{L}+)+(?!\S)/iu;

/** Words that belong to the last name after them, in any case; other words only do so in lower case. */
const PARTICLES = wordSet(
  "van von vom vander zu zum zur de der den del della di da do dos das du des la le ter ten al el bint ibn st st. mc 't ’t",
);
const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase());
/** Particles that are also first names, as in `Al Di Meola`. */
const FIRST_NAME = /^(?:al|el|st\.?)$/i;

/** A last name in capitals, such as `McDONALD` and `LI`, but no initials. */
const isInCapitals = (word: string): boolean => /^(?:(?:Ma?c)?(?:[\p{Lu}ß]['’-]?){3,}|\p{Lu}[AEIOUY])$/u.test(word);

/** Names in Chinese, Japanese or Korean characters begin with the last name; Katakana also spells foreign names. */
const LAST_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}ノヶヵ]+$/u;

function lastNameIn(words: readonly string[]): readonly [from: number, to: number] {
  if (LAST_NAME_FIRST.test(words[0] ?? '')) return [0, 1];
  const other = words.findIndex((word) => !isParticle(word) && !isInCapitals(word));
  if (words.slice(0, Math.max(other, 0)).some((word) => isInCapitals(word) && !isParticle(word))) return [0, other];
  const begin = words.findIndex((word) => !isParticle(word)) + 1;
  if ((begin > 2 && !FIRST_NAME.test(words[0] ?? '')) || (begin > 1 && /^\p{Ll}/u.test(words[0] ?? ''))) return [0, begin];
  const isOfLast = (word: string, at: number): boolean =>
    at === words.length - 1 || isParticle(word) || /^\p{Ll}/u.test(word) || (other !== -1 && isInCapitals(word));
  return [Math.max(1, words.findLastIndex((word, at) => !isOfLast(word, at)) + 1), words.length];
}

const NAME_MAX = 1_000;

/**
 * Splits a full name: at its comma, as in `Smith, Ann`; after the first word in Chinese, Japanese or Korean characters; after or before a last name in
 * capitals; otherwise before its last word and the particles in front of that, as in `Ann van der Berg`. Text in brackets, or after two words and `|`, ` @` or
 * a dash, is omitted, as are pronouns and a salutation. A single name is a last name, and so is a text that is too long for a name, which the check of the row
 * refuses.
 */
function splitName(written: string): { readonly first_name: string; readonly last_name: string } {
  if (written.length > NAME_MAX) return { first_name: '', last_name: written };
  const whole = written
    .replace(/^\s*['"“„‘]([^"“”]*)['"“”’]\s*$/, '$1')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|(?<=[^\s|]\s+[^\s|][^|]*)(?:\||\s@|\s[-–—]\s).*$/g, ' ')
    .replace(PRONOUNS, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ ,–-]+|[ ,–-]+$/g, '')
    .replace(SALUTATION, '');
  const suffix = /[ ,].*[ ,]\S/.test(whole) ? (SUFFIX.exec(whole)?.[0] ?? '') : '';
  const name = whole.slice(0, whole.length - suffix.length);
  const [last = '', ...first] = name.split(',').map((part) => part.trim());
  if (first.length > 0) return { first_name: first.join(' '), last_name: last + suffix };
  const words = name.split(' ');
  const [from, to] = words.length > 1 ? lastNameIn(words) : [0, 1];
  return { first_name: [...words.slice(0, from), ...words.slice(to)].join(' '), last_name: words.slice(from, to).join(' ') + suffix };
}

type Parts = Readonly<Record<string, string>>;

/** A name without one of its parts; the name itself if it is the other part, like `Peters` next to `Peter`. */
function besides(part: string, name: string): string {
  const [words = '', own = ''] = [name, part].map((text) => ` ${text.replaceAll(/[\s,]+/g, ' ').trim()} `);
  const other = words.replace(LAST_NAME_FIRST.test(part) ? part : own, ' ');
  return (other !== words && other.trim().replace(SALUTATION, '')) || name;
}

/** The parts of a whole name; of a name next to one of its parts, the other part. */
export function namesOf(name: string, { first_name: first = '', last_name: last = '' }: Parts): Parts {
  if (name === '' || (first !== '' && last !== '')) return {};
  if (first === '' && last === '') return splitName(name);
  return first === '' ? { first_name: besides(last, name) } : { last_name: besides(first, name) };
}
