import { Tokenizer } from 'htmlparser2';
import { STRUCK_OUT } from '../../texts/words/mails.ts';

/** Tags whose content is not displayed. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title']);
/** Tags without content. */
const VOID: ReadonlySet<string> = new Set('area base br col hr img input link meta source wbr'.split(' '));
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
/** What may hold further elements of the same tag, if not only itself. */
const HELD_IN: Readonly<Record<string, readonly string[]>> = { li: ['ol', 'ul'], p: [], td: ['table'], th: ['table'], tr: ['table'] };
/** What ends an element that lacks its own end, by beginning or ending. */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: [...PARAGRAPHS, ...BLOCKS, ...CELLS],
  td: [...CELLS, 'tr'],
  th: [...CELLS, 'tr'],
  tr: ['tr'],
};

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

const REMEMBERED: ReadonlySet<string> = new Set(['ol', 'pre', 'sup', 'ul']);

const numberIn = (typed: string, other: number): number => (/^\s*-?\d+/.test(typed) ? Number.parseInt(typed, 10) : other);

/** The open lists, and texts in which blanks or digits differ or which are struck out, among these pieces. */
function openElements(pieces: string[]) {
  const struckFrom: number[] = [];
  const open: { readonly tag: string; next: number }[] = [];
  return {
    begin: (tag: string, start = ''): void => {
      if (REMEMBERED.has(tag)) open.push({ tag, next: numberIn(start, 1) });
      if (STRUCK.has(tag)) struckFrom.push(pieces.length);
    },
    end: (tag: string): void => {
      if (REMEMBERED.has(tag)) open.pop();
      const from = STRUCK.has(tag) ? struckFrom.pop() : undefined;
      if (from === undefined || struckFrom.length > 0) return;
      const struck = pieces.splice(from).join('');
      // Without these words at the end of each line, a former price or room would seem to hold.
      pieces.push(struck.replaceAll(/(?<=\S)(?=\s*$)/gm, ` ${STRUCK_OUT}`));
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

/** The open element whose content nobody reads. */
function unseenElement() {
  let tag = '';
  /** How many elements that may hold others of the tag are open within it. */
  let depth = 0;
  const isEndedBy = (name: string): boolean => depth === 0 && ENDED_BY[tag]?.includes(name) === true;
  const isHolder = (name: string): boolean => (HELD_IN[tag] ?? [tag]).includes(name);
  return {
    isOpen: (): boolean => tag !== '',
    /** @returns whether what begins is unseen */
    begin: (name: string, attributes: ReadonlyMap<string, string>): boolean => {
      if (isEndedBy(name)) tag = '';
      if (tag !== '') {
        depth += isHolder(name) ? 1 : 0;
        return true;
      }
      const isUnseen = UNSEEN.has(name) || attributes.has('hidden') || isHiddenBy(attributes.get('style') ?? '');
      if (isUnseen && !VOID.has(name)) tag = name;
      return isUnseen;
    },
    /** @returns whether what ends was unseen */
    end: (name: string): boolean => {
      const isOwn = name === tag;
      if (depth > 0) depth -= isHolder(name) ? 1 : 0;
      else if (isOwn || isHolder(name) || isEndedBy(name)) tag = '';
      return isOwn || tag !== '';
    },
  };
}

const withoutSpareBlanks = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const ignore = (): void => undefined;
const IGNORED = {
  onattribend: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};

/** HTML as plain text: links keep their URL, pictures their alternative text, blocks their lines. Uses only the tokenizer, since the parser's time grows with the square of the depth. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  const elements = openElements(pieces);
  const unseen = unseenElement();
  let tag = '';
  let attribute = '';
  let breaks = 2;
  let attributes = new Map<string, string>();
  let link: { readonly from: number; readonly address: string } | undefined;
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const add = (text: string): void => {
    if (unseen.isOpen()) return;
    pieces.push(elements.asText(text));
    if (text.trim() !== '') breaks = 0;
  };
  const addToAttribute = (text: string): void => void attributes.set(attribute, (attributes.get(attribute) ?? '') + text);
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
  const open = (): void => {
    if (unseen.begin(tag, attributes)) return;
    around(tag);
    elements.begin(tag, attributes.get('start'));
    if (tag === 'a') link = { from: pieces.length, address: attributes.get('href') ?? '' };
    else if (tag === 'img') add(attributes.get('alt') ?? '');
    else if (tag === 'li') {
      pieces.push(elements.mark(attributes.get('value')));
      breaks = 2; // Text that begins here is on the marker's line.
    } else if (tag === 'br' || tag === 'hr') {
      pieces.push('\n');
      breaks = Math.min(breaks + 1, 2);
    }
  };
  const close = (name: string): void => {
    if (unseen.isOpen() && unseen.end(name)) return;
    elements.end(name);
    if (name === 'a' && link !== undefined) {
      pieces.push(linkAsText(pieces.splice(link.from).join(''), link.address));
      breaks = 0;
      link = undefined;
    } else around(name);
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (code) => add(String.fromCodePoint(code)),
      onopentagname: (start, end) => {
        tag = nameAt(start, end);
        attributes = new Map();
      },
      onattribname: (start, end) => {
        const name = nameAt(start, end);
        attribute = attributes.has(name) ? '' : name; // If several have the same name, the first counts.
        attributes.set(attribute, '');
      },
      onattribdata: (start, end) => addToAttribute(html.slice(start, end)),
      onattribentity: (code) => addToAttribute(String.fromCodePoint(code)),
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => close(nameAt(start, end)),
      ...IGNORED,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return withoutSpareBlanks(pieces.join(''));
}
