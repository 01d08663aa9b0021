import { CSV_EXPECTED, SAVE_AS_EXCEL } from '#contract/texts/import.ts';
import { InvalidFileError } from './invalid-file.ts';

/** Encodings of files that are not Unicode, and where their letters are from; the most common first. */
const OLD_ENCODINGS: Readonly<Record<string, string>> = {
  'Windows-1252': 'Western European',
  'Mac Roman': 'Western European',
  'Windows-1250': 'Central European',
  'Windows-1251': 'Cyrillic',
  'Windows-1254': 'Turkish',
  'Windows-1257': 'Baltic',
  'Windows-1253': 'Greek',
  CP850: 'Western European',
  CP852: 'Central European',
  'ISO-8859-2': 'Central European',
  IBM866: 'Cyrillic',
  'KOI8-U': 'Cyrillic',
  GB18030: 'Simplified Chinese',
  Big5: 'Traditional Chinese',
  Shift_JIS: 'Japanese',
  'EUC-KR': 'Korean',
};

export const OLD_ENCODING_NAMES: readonly string[] = Object.keys(OLD_ENCODINGS);

/** `Central European (Windows-1250)` */
export const encodingLabel = (encoding: string): string => `${OLD_ENCODINGS[encoding]} (${encoding})`;

export interface DecodedText {
  readonly text: string;
  /** UTF-8, UTF-16 or one of `OLD_ENCODING_NAMES`. */
  readonly encoding: string;
}

/** What bytes from 128 on are in the encodings of DOS, in which Excel saves ‘CSV (MS-DOS)’, and which browsers do not know. */
const OF_DOS: Readonly<Record<string, string>> = {
  CP850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  CP852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0',
};

/** Decoded as a neighbour that browsers know, since that is several times as fast as letter by letter. */
const ofDos = (bytes: Uint8Array): string => new TextDecoder('ibm866').decode(bytes);
const LETTERS = ofDos(Uint8Array.from({ length: 128 }, (_, at) => at + 128));

export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const upper = OF_DOS[encoding];
  if (upper === undefined) return new TextDecoder(encoding === 'Mac Roman' ? 'macintosh' : encoding).decode(bytes);
  return ofDos(bytes).replaceAll(/[^\0-\x7f]/g, (letter) => upper[LETTERS.indexOf(letter)] ?? letter);
}

/** Lower-case letters beyond ASCII that occur together in one language. */
const LANGUAGES: readonly ReadonlySet<string>[] = [
  'äöüß äöõü åäöé æøåéö áðéíóúýþæö áéëïíóöüèê',
  'àâçèéêëîïôœùûüÿ áéíñóúü àáâãçéêíóôú àèéìòù',
  'ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű ăâîșțşţ čćđšž',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ',
  'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ çğı\u0307öşü ąčęėįšųūž āčēģīķļņšūž',
].flatMap((line) => line.split(' ').map((letters) => new Set(letters)));

/** What no word contains: capitals after lower-case letters, symbols, two scripts, and ñ and ã before letters they never precede. */
const IMPOSSIBLE =
  /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[^\p{L}\p{M}]|[a-zA-Z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-zA-Z]|ñ[^aeiouáéíóú]|ã[^oe]/u;

const WORDS_MAX = 2_000;
const GUESSED_FROM_BYTES = 100_000;

/** The distinct words with a letter beyond ASCII. */
function foreignWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [found] of text.matchAll(/(?<![a-z])[a-z]*[\u0080-\uffff][a-z\u0080-\uffff]*/gi)) {
    for (const word of found.split(/[’‘“”„«»–—…\u00a0]/)) if (word.length > 1 && /[\u0080-\uffff]/.test(word)) words.add(word);
    if (words.size >= WORDS_MAX) break;
  }
  return words;
}

function wordScore(text: string): number {
  const inLanguage = LANGUAGES.map(() => 0);
  // In an encoding of DOS, O’BRIEN would be OÆBRIEN, and a word.
  let score = 1.5 * new Set(text.match(/\b[DLO]’[A-Z]+/g)).size;
  for (const word of foreignWords(text)) {
    // Unlike Estonian and misread Hungarian, Portuguese only has õ there.
    const letters = Array.from(word.toLowerCase().replaceAll('õe', 'ôe')).filter((letter) => letter > '\u007f');
    const known = LANGUAGES.map((language) => letters.every((letter) => language.has(letter)));
    for (const [index, isKnown] of known.entries()) if (isKnown) inLanguage[index] = (inLanguage[index] ?? 0) + 1;
    if (IMPOSSIBLE.test(word)) score -= 2;
    else score += known.includes(true) ? 0.5 : -1;
  }
  return score + Math.max(...inLanguage);
}

/** The common letters in encodings with two bytes for each; on a tie the first one, since Chinese rarely keeps to the bytes of Korean. */
const TWO_BYTES: readonly (readonly [encoding: string, common: RegExp])[] = [
  ['EUC-KR', /[\xb0-\xc8][\xa1-\xfe]/],
  ['GB18030', /[\xb0-\xf7][\xa1-\xfe]/],
  ['Big5', /[\xa4-\xc6][\x40-\x7e\xa1-\xfe]/],
  ['Shift_JIS', /[\x88-\x97][\x40-\xfc]|\x82[\x9f-\xf1]|\x83[\x40-\x96]/],
];

/** The encoding in which most pairs of bytes are common letters. */
function guessTwoBytes(bytes: Uint8Array): string | undefined {
  const pairs = Array.from(bytes.subarray(0, GUESSED_FROM_BYTES), (byte) => String.fromCodePoint(byte))
    .join('')
    .match(/[\x81-\xfe][^]/g);
  const shares = TWO_BYTES.map(([encoding, common]) => ({ encoding, count: pairs?.filter((pair) => common.test(pair)).length ?? 0 }));
  const [best] = shares.toSorted((a, b) => b.count - a.count);
  return best !== undefined && best.count > (pairs?.length ?? 0) * 0.8 ? best.encoding : undefined;
}

/** The encoding in which the bytes look most like words; on a tie, the more common one. If none gives words, letters may have two bytes. */
function guessEncoding(bytes: Uint8Array): string {
  const scores = OLD_ENCODING_NAMES.slice(0, -TWO_BYTES.length).map((encoding) => ({
    encoding,
    score: wordScore(decodeAs(bytes, encoding)),
  }));
  const [best = { encoding: 'Windows-1252', score: 0 }] = scores.toSorted((a, b) => b.score - a.score);
  return (best.score < 0 ? guessTwoBytes(bytes) : undefined) ?? best.encoding;
}

const LINE_FEED = 0x0a;

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/** Every header has a letter of ASCII at its start, or a byte order mark. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0) ? 'utf-16be' : undefined;
}

/** UTF-8 with some lines that are not, since a cell was cut off, or they come from another program; undefined if those are the rule. */
function repairedUtf8(bytes: Uint8Array): string | undefined {
  const lines = decodeAs(bytes, 'UTF-8').split('\n');
  const damaged = lines.filter((line) => line.includes('\ufffd')).length;
  const whole = lines.filter((line) => /[^\0-\x7f]/.test(line)).length - damaged;
  const isMarked = startsWith(bytes, 0xef, 0xbb, 0xbf);
  if (whole < damaged && !isMarked) return undefined;
  let end = isMarked ? 2 : -1;
  const mended = lines.map((line) => {
    const start = end + 1;
    end = bytes.indexOf(LINE_FEED, start);
    const isOld = line.replaceAll(/[\0-\x7f]/g, '').length < 2 * line.replaceAll(/[^\ufffd]/g, '').length;
    return { line, old: isOld ? bytes.subarray(start, end < 0 ? undefined : end) : undefined };
  });
  const encoding = guessEncoding(Uint8Array.from(mended.flatMap(({ old = [] }) => [...old, LINE_FEED])));
  return mended.map(({ line, old }) => (old === undefined ? line : decodeAs(old, encoding))).join('\n');
}

/** UTF-8 or UTF-16, otherwise the encoding that gives words. @throws InvalidFileError for files without text */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) throw new InvalidFileError(CSV_EXPECTED, { detail: SAVE_AS_EXCEL });
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    const mended = repairedUtf8(bytes);
    if (mended !== undefined) return { text: mended, encoding: 'UTF-8' };
    const encoding = guessEncoding(bytes);
    return { text: decodeAs(bytes, encoding), encoding };
  }
}
