/** Whether PostgreSQL can store this text: it refuses NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** A text from another program, without what PostgreSQL refuses. */
export const asStorable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/** Whether a text has control characters besides tabs and line breaks, which calendar files may not have and terminals obey. */
export const hasControls = (text: string): boolean => /[^\P{Cc}\t\n\r]/u.test(text);

/** Whether a text has a line break, which would break a mail header or a one-line cell. */
export const hasLineBreak = (text: string): boolean => /[\r\n\u2028\u2029]/.test(text);

/** Line breaks as office programs paste them, invisible in an input. */
const PASTED_BREAKS = /[\v\f\u0085\u2028\u2029]/g;

/** A one-line text, with pasted line breaks and the tabs between cells of a spreadsheet as spaces. */
export const asOneLine = (text: string): string => text.replace(PASTED_BREAKS, ' ').replaceAll('\t', ' ');

/** A longer text, with line breaks of other programs as ordinary ones; browsers would change them in the next edit. */
export const asLines = (text: string): string => text.replace(/\r\n?/g, '\n').replace(PASTED_BREAKS, '\n');

/** Invisible characters, except joiners between the letters of Persian and Indic names, and those that belong to the emoji, ideograph or Mongolian letter before them. */
const INVISIBLE =
  /[\p{DI}\p{Cf}\u2800](?<!(?!\p{sc=Latin})[\p{L}\p{M}][\u200c\u200d](?=(?!\p{sc=Latin})[\p{L}\p{M}])|\p{ExtPict}[\ufe0f\p{EMod}]?\u200d(?=\p{ExtPict})|\p{ExtPict}[\ufe0e\ufe0f]|[#*\d]\ufe0f(?=\u20e3)|\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7}|\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?=\p{L})\p{sc=Mong}[\u180b-\u180f])/gu;

/** Most texts are plain, and each is read several times. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** All but the ideographs of Japanese and Korean names that NFC would exchange for others. */
const COMPOSED = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;

/** A name, job title or organisation as it is stored: trimmed, on one line, in NFC, without invisible characters. */
export const visibleLine = (text: string): string =>
  PLAIN.test(text)
    ? text
    : asOneLine(text)
        .replace(INVISIBLE, '')
        .trim()
        .replace(COMPOSED, (part) => part.normalize());

/** A text, or of a longer one as many whole letters and emoji as fit. */
export const shortened = (text: string, length: number): string =>
  text.slice(0, new Intl.Segmenter('en').segment(text).containing(length)?.index);

/** The beginning of a text, on one line and with an ellipsis where words are missing. */
export function beginningOf(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const end = line.slice(0, max).lastIndexOf(' ');
  const cut = end > max / 2 ? line.slice(0, end) : shortened(line, max - 1);
  return `${cut.replace(/[\s,.;:–-]+$/, '')}…`;
}

/** The name for greetings: people with only one name have it as the last, and many enter a hyphen as the first. */
export const greetedName = (first: string, last: string): string => (/[\p{L}\p{N}]/u.test(first) ? first : last);

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => !/[^\s\u0085\p{DI}\p{Cf}\u2800]/u.test(text);

/** A web address in a text: with its brackets in pairs, and without invisible characters, quotation marks and punctuation at the end, which belong to the sentence. */
export const WEB_ADDRESS =
  /(https?:\/\/(?:[^\s<>"()„“”«»‹›…、。〈-】！（），：；？\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]|\([^\s<>"()]*\))+(?<!(?![/#%&)*@_\\-])[\p{P}\p{Cf}]))/giu;

/** An optional text as it is stored: trimmed, and null when blank. */
export const trimmedOrNull = (text: string | null): string | null => (text === null || isBlank(text) ? null : text.trim());

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, between tags or in an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);

/** The value of a JSON text; undefined for other text, such as someone might type into an address, which schemas refuse. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
