import { Parser } from 'htmlparser2';
import { STRUCK_OUT } from '../../texts/words/mails.ts';

/** Tags whose content is not displayed. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title']);
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0%?)\s*(?:[;!]|$)/i;
/** An element without height shows its content unless what overflows is hidden. */
const WITHOUT_HEIGHT = [/(?:^|;)\s*(?:max-)?height\s*:\s*0(?:px|%)?\s*(?:[;!]|$)/i, /(?:^|;)\s*overflow\s*:\s*hidden\b/i];
const isHiddenBy = (style: string): boolean => HIDDEN.test(style) || WITHOUT_HEIGHT.every((part) => part.test(style));
const PARAGRAPHS: ReadonlySet<string> = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside caption center dd details div dt fieldset figcaption figure footer form header legend li main nav section summary tr'.split(
    ' ',
  ),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const withoutPunctuation = (number: string): string => number.replaceAll(/[\s()./-]/g, '');

/** A link as plain text: its text, and its URL, mail address or telephone number unless they are the same. For a link within the mail, only its text. */
function linkAsText(words: string, address: string): string {
  const bare = address.replace(/^\s*(?:mailto|tel):([^?]*).*$/is, '$1').trim();
  // Mail programs end a link at the first blank.
  const target = /^https?:/i.test(bare) ? bare.replaceAll(/[\t\r\n]/g, '').replaceAll(/\s/g, '%20') : bare;
  if (/^(?:#|$)/.test(target)) return words;
  if (words.trim() === '') return target;
  const number = withoutPunctuation(target);
  const isSame = words.trim() === target || (/^\+?\d+$/.test(number) && withoutPunctuation(words) === number);
  return isSame ? words : `${words} (${target})`;
}

/** Prices and times have small raised digits, which would join those before them. */
const asRaised = (text: string): string => text.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit);

const STRUCK: ReadonlySet<string> = new Set(['del', 's', 'strike']);

const STRUCK_BY = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;

const REMEMBERED: ReadonlySet<string> = new Set(['ol', 'pre', 'sup', 'ul']);

const numberIn = (typed: string, other: number): number => (/^\s*-?\d+/.test(typed) ? Number.parseInt(typed, 10) : other);

/** The open lists, and texts in which blanks or digits differ or which are struck out, among these pieces. */
function openElements(pieces: string[]) {
  let depth = 0;
  /** The outermost element whose text is struck out. */
  let struck: { readonly depth: number; readonly from: number } | undefined;
  const open: { readonly tag: string; next: number }[] = [];
  return {
    begin: (tag: string, { start = '', style = '' }: Attributes): void => {
      if (REMEMBERED.has(tag)) open.push({ tag, next: numberIn(start, 1) });
      depth += 1;
      if (STRUCK.has(tag) || STRUCK_BY.test(style)) struck ??= { depth, from: pieces.length };
    },
    end: (tag: string): void => {
      if (REMEMBERED.has(tag)) open.pop();
      depth -= 1;
      if (struck === undefined || depth >= struck.depth) return;
      const words = pieces.splice(struck.from).join('');
      struck = undefined;
      // Without these words at the end of each line, a former price or room would seem to hold.
      pieces.push(words.replaceAll(/(?<=\S)(?=\s*$)/gm, ` ${STRUCK_OUT}`));
    },
    mark: (value = ''): string => {
      const list = open.at(-1);
      if (list?.tag !== 'ol') return '- ';
      const number = numberIn(value, list.next);
      list.next = number + 1;
      return `${number}. `;
    },
    asText: (text: string): string => {
      const tag = open.at(-1)?.tag;
      return (tag === 'sup' ? asRaised(text) : text).replaceAll(tag === 'pre' ? /[^\S\n]+/g : /\s+/g, ' ');
    },
  };
}

type Attributes = Readonly<Record<string, string | undefined>>;

const withoutSpareBlanks = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** HTML as plain text: links keep their URL, pictures their alternative text, blocks their lines. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  const elements = openElements(pieces);
  /** How many elements are open in the outermost one whose content nobody reads, with that one. */
  let unseen = 0;
  let breaks = 2;
  let link: { readonly from: number; readonly address: string } | undefined;
  const add = (text: string): void => {
    if (unseen > 0) return;
    pieces.push(elements.asText(text));
    if (text.trim() !== '') breaks = 0;
  };
  /** Ends the line, unless it has ended; with 2, leaves a blank line. */
  const endLine = (wanted: 1 | 2): void => {
    if (wanted > breaks) pieces.push('\n'.repeat(wanted - breaks));
    breaks = Math.max(wanted, breaks);
  };
  const around = (name: string): void => {
    if (PARAGRAPHS.has(name)) endLine(2);
    else if (BLOCKS.has(name)) endLine(1);
    else if (CELLS.has(name)) pieces.push(' ');
  };
  const open = (tag: string, attributes: Attributes): void => {
    const { href = '', alt = '', value } = attributes;
    around(tag);
    elements.begin(tag, attributes);
    if (tag === 'a') link = { from: pieces.length, address: href };
    else if (tag === 'img') add(alt);
    else if (tag === 'li') {
      pieces.push(elements.mark(value));
      breaks = 2; // Text that begins here is on the marker's line.
    } else if (tag === 'br' || tag === 'hr') {
      pieces.push('\n');
      breaks = Math.min(breaks + 1, 2);
    }
  };
  const close = (tag: string): void => {
    elements.end(tag);
    if (tag === 'a' && link !== undefined) {
      pieces.push(linkAsText(pieces.splice(link.from).join(''), link.address));
      breaks = 0;
      link = undefined;
    } else around(tag);
  };
  const parser = new Parser({
    ontext: add,
    onopentag: (tag, attributes: Attributes) => {
      const { hidden, style = '' } = attributes;
      if (unseen > 0 || UNSEEN.has(tag) || hidden !== undefined || isHiddenBy(style)) unseen += 1;
      else open(tag, attributes);
    },
    onclosetag: (tag) => {
      if (unseen > 0) unseen -= 1;
      else close(tag);
    },
  });
  parser.end(html);
  return withoutSpareBlanks(pieces.join(''));
}
