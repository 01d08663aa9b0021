import { Tokenizer } from 'htmlparser2';

/** Tags whose content is not displayed. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title']);
/** Tags that hide a line for previews of the mail, or a second version for phones; others may lack an end. */
const HIDING: ReadonlySet<string> = new Set(['div', 'span', 'table']);
const HIDDEN = /(?:^|;)\s*display\s*:\s*none\b/i;
const PARAGRAPHS: ReadonlySet<string> = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside center dd div dt figcaption figure footer header li main nav section tr'.split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

const withoutPunctuation = (number: string): string => number.replaceAll(/[\s()./-]/g, '');

/** A link as plain text: its text, and its URL, mail address or telephone number unless they are the same. For a link within the mail, only its text. */
function linkAsText(words: string, address: string): string {
  const target = address.replace(/^\s*(?:mailto|tel):([^?]*).*$/is, '$1').trim();
  if (/^(?:#|$)/.test(target)) return words;
  if (words.trim() === '') return target;
  const number = withoutPunctuation(target);
  const isSame = words.trim() === target || (/^\+?\d+$/.test(number) && withoutPunctuation(words) === number);
  return isSame ? words : `${words} (${target})`;
}

const REMEMBERED: ReadonlySet<string> = new Set(['ol', 'ul', 'pre']);

/** The open lists and preformatted texts. */
function openElements() {
  const open: { readonly tag: string; next: number }[] = [];
  return {
    begin: (tag: string, start = ''): void => {
      if (REMEMBERED.has(tag)) open.push({ tag, next: /^\s*-?\d+/.test(start) ? Number.parseInt(start, 10) : 1 });
    },
    end: (tag: string): void => {
      if (REMEMBERED.has(tag)) open.pop();
    },
    mark: (): string => {
      const list = open.at(-1);
      if (list?.tag !== 'ol') return '- ';
      list.next += 1;
      return `${list.next - 1}. `;
    },
    withBlanks: (text: string): string => text.replaceAll(open.at(-1)?.tag === 'pre' ? /[^\S\n]+/g : /\s+/g, ' '),
  };
}

/** The open element whose content nobody reads. */
function unseenElement() {
  let tag = '';
  let depth = 0;
  return {
    isOpen: (): boolean => depth > 0,
    begin: (name: string, style = ''): void => {
      if (depth === 0 && (UNSEEN.has(name) || (HIDING.has(name) && HIDDEN.test(style)))) tag = name;
      if (tag === name) depth += 1;
    },
    end: (name: string): void => {
      if (tag === name) depth -= 1;
      if (depth === 0) tag = '';
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
  const elements = openElements();
  const unseen = unseenElement();
  let tag = '';
  let attribute = '';
  let breaks = 2;
  let attributes = new Map<string, string>();
  let link: { readonly from: number; readonly address: string } | undefined;
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const add = (text: string): void => {
    if (unseen.isOpen()) return;
    pieces.push(elements.withBlanks(text));
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
    unseen.begin(tag, attributes.get('style'));
    if (unseen.isOpen()) return;
    around(tag);
    elements.begin(tag, attributes.get('start'));
    if (tag === 'a') link = { from: pieces.length, address: attributes.get('href') ?? '' };
    else if (tag === 'img') add(attributes.get('alt') ?? '');
    else if (tag === 'li') {
      pieces.push(elements.mark());
      breaks = 2; // Text that begins here is on the marker's line.
    } else if (tag === 'br' || tag === 'hr') {
      pieces.push('\n');
      breaks = Math.min(breaks + 1, 2);
    }
  };
  const close = (name: string): void => {
    if (unseen.isOpen()) return unseen.end(name);
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
