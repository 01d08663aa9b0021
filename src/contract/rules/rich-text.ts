import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml, WEB_ADDRESS } from './text.ts';

type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'br' }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'a'; readonly href: string; readonly content: readonly Inline[] };

/** A paragraph, or a list with the contents of each item; lists are at most two levels deep. */
type Block =
  | { readonly kind: 'p'; readonly content: readonly Inline[] }
  | { readonly kind: 'ul' | 'ol'; readonly items: readonly (readonly Block[])[] };

/** A description that staff wrote, without anything that is not allowed. */
export type RichText = readonly Block[];

const ADDRESS = /^(?:https?:\/\/[^\s/?#]|mailto:\S)/i;
const LEVELS_MAX = 2;
/** The parser omits deeper blocks. */
const NESTING_MAX = 20;
const RULES = ['list', 'emphasis', 'escape', 'link', 'linkify', 'image', 'newline'];

const parser = new MarkdownIt('zero', { maxNesting: NESTING_MAX, linkify: true }).enable(RULES);
parser.validateLink = (address) => ADDRESS.test(address);
parser.normalizeLink = (address) => address;
parser.normalizeLinkText = (address) => address;

const linkAt = (index: number, raw: string) => ({ schema: 'https:', index, lastIndex: index + raw.length, raw, text: raw, url: raw });
const LINK_AT_START = new RegExp(`^${WEB_ADDRESS.source}`, 'iu');
Object.assign(parser.linkify, {
  test: (text: string) => text.includes('://'),
  match: (text: string) => Array.from(text.matchAll(WEB_ADDRESS), ({ 0: raw, index }) => linkAt(index, raw)),
  matchAtStart: (text: string) => {
    const [raw] = LINK_AT_START.exec(text) ?? [];
    return raw === undefined ? null : linkAt(0, raw);
  },
});

const ESCAPABLE = '*_[]()!.+-';
parser.inline.ruler.at('escape', (state, silent) => {
  const mark = state.src.charAt(state.pos + 1);
  if (state.src.charAt(state.pos) !== '\\' || mark === '' || !ESCAPABLE.includes(mark)) return false;
  if (!silent) state.push('text_special', '', 0).content = mark;
  state.pos += 2;
  return true;
});

/** Scripts that separate words with spaces; in others there are none around bold words and their punctuation. */
const IN_WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;
const WITHOUT_BLANKS =
  /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}\u3001-\u303f\uff01-\uff60]$/u;

parser.inline.State = class extends parser.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const found = super.scanDelims(start, canSplitWord);
    const sides = [this.src.charAt(start - 1), this.src.charAt(start + found.length)] as const;
    if (sides.every((side) => IN_WORD.test(side))) return { ...found, can_open: false, can_close: false };
    if (!canSplitWord || !sides.some((side) => WITHOUT_BLANKS.test(side))) return found;
    return { ...found, can_open: /\S/.test(sides[1]), can_close: /\S/.test(sides[0]) };
  }
};

// A link with a title is shown as it was typed, since nobody would see the title.
parser.helpers = { ...parser.helpers, parseLinkTitle: () => ({ ok: false, can_continue: false, pos: 0, str: '', marker: 0 }) };

const text = (typed: string): Inline => ({ kind: 'text', text: typed });

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** Text, a line break, or an image, which is shown as typed. */
function leaf(token: Token): Inline {
  if (token.type === 'image') return text(`![${token.content}](${attribute(token, 'src')})`);
  return token.type === 'text' ? text(token.content) : { kind: 'br' };
}

/** Continues to the end of the most recently opened mark. */
function readInline(tokens: ArrayIterator<Token>, open: readonly string[], into: Inline[]): Inline[] {
  for (const token of tokens) {
    if (token.nesting === -1) return into;
    const kind = token.type === 'strong_open' ? 'strong' : 'em';
    if (token.nesting === 0) into.push(leaf(token));
    else if (token.type === 'link_open') into.push(...readLink(attribute(token, 'href'), readInline(tokens, open, [])));
    else if (open.includes(kind)) readInline(tokens, open, into);
    else into.push({ kind, content: readInline(tokens, [...open, kind], []) });
  }
  return into;
}

/** A link without an address or text is shown as typed. */
const readLink = (href: string, content: readonly Inline[]): Inline[] =>
  href === '' || plainInline(content).trim() === '' ? [text('['), ...content, text(`](${href})`)] : [{ kind: 'a', href, content }];

/** Continues to the end of the most recently opened item. */
function readBlocks(tokens: ArrayIterator<Token>, level: number): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    if (token.type === 'list_item_close') return blocks;
    if (token.type === 'inline') blocks.push({ kind: 'p', content: readInline((token.children ?? []).values(), [], []) });
    if (token.type === 'bullet_list_open') blocks.push({ kind: 'ul', items: readItems(tokens, level + 1).items });
    if (token.type === 'ordered_list_open') {
      // At the start of an item it is a date, such as 1. 5. 2027.
      const mayBeList = level === 0 || (level < LEVELS_MAX && blocks.length > 0);
      blocks.push(...orderedBlocks(readItems(tokens, level + 1), mayBeList));
    }
  }
  return blocks;
}

/** The items of a list, and their numbers as typed; items of lists that would be too deep follow their parent item. */
function readItems(tokens: ArrayIterator<Token>, level: number): { items: Block[][]; numbers: string[] } {
  const items: Block[][] = [];
  const numbers: string[] = [];
  for (const { nesting, info, markup } of tokens) {
    if (nesting === -1) break;
    numbers.push(`${info}${markup}`);
    const item = readBlocks(tokens, level);
    if (level < LEVELS_MAX || item.every(({ kind }) => kind === 'p')) items.push(item);
    else items.push(...item.flatMap((block) => (block.kind === 'p' ? [[block]] : block.items.map((inner) => [...inner]))));
  }
  return { items, numbers };
}

/** A list if the typed numbers count from 1. Others are dates and the like: lines that begin as typed. */
function orderedBlocks({ items, numbers }: ReturnType<typeof readItems>, mayBeList: boolean): Block[] {
  if (mayBeList && numbers.every((number, index) => number.slice(0, -1) === String(index + 1))) return [{ kind: 'ol', items }];
  const blocks: Block[] = [];
  let lines: Inline[] = [];
  for (const [index, item] of items.entries()) {
    const [first, ...rest] = item;
    const [words, others] = first?.kind === 'p' ? [first.content, rest] : [[], item];
    if (lines.length > 0) lines.push({ kind: 'br' });
    else blocks.push({ kind: 'p', content: lines });
    lines.push(text(`${numbers[index]} `), ...words);
    blocks.push(...others);
    if (others.length > 0) lines = [];
  }
  return blocks;
}

const paragraph = (typed: string): Block => ({
  kind: 'p',
  content: typed.split('\n').flatMap((line, index) => (index === 0 ? [text(line)] : [{ kind: 'br' } as const, text(line)])),
});

/** As in texts from Word and other programs. Word has o and § on lower levels; as text, its symbols are letters before a tab. */
const BULLETS = /^([ \t]*)(?:[•‣◦▪▫●○■·\uf0b7][ \t\u00a0]|(?:([o§])|[ØüvqnÞ–])\t)[ \t\u00a0]*/gmu;

/** Reads the Markdown of a description; anything unsupported is shown as typed, as is any whole text whose lists are too deep for the parser. */
export function readRichText(markdown: string): RichText {
  const tokens = parser.parse(
    markdown.replaceAll(BULLETS, (_, indent: string, lower?: string) => `${indent}${lower ? '  ' : ''}- `),
    {},
  );
  if (tokens.every(({ level }) => level < NESTING_MAX - 1)) return readBlocks(tokens.values(), 0);
  return markdown
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .filter((typed) => typed.trim() !== '')
    .map(paragraph);
}

const inlineHtml = (content: readonly Inline[]): string =>
  content
    .map((part) => {
      if (part.kind === 'text') return escapeHtml(part.text);
      if (part.kind === 'br') return '<br>';
      const words = inlineHtml(part.content);
      if (part.kind === 'a') return `<a href="${escapeHtml(part.href)}" rel="noopener nofollow">${words}</a>`;
      return `<${part.kind}>${words}</${part.kind}>`;
    })
    .join('');

/** An item contains its text directly, so that it has the text's direction. */
const itemHtml = (item: RichText): string =>
  item
    .map((block, index) =>
      block.kind === 'p' ? `${item[index - 1]?.kind === 'p' ? '<br>' : ''}${inlineHtml(block.content)}` : richTextHtml([block]),
    )
    .join('');

/** As HTML, each paragraph and item with its text's direction. */
export const richTextHtml = (blocks: RichText): string =>
  blocks
    .map((block) => {
      if (block.kind === 'p') return `<p dir="auto">${inlineHtml(block.content)}</p>`;
      return `<${block.kind}>${block.items.map((item) => `<li dir="auto">${itemHtml(item)}</li>`).join('')}</${block.kind}>`;
    })
    .join('');

const plainInline = (content: readonly Inline[]): string =>
  content
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'br' ? '\n' : plainInline(part.content);
    })
    .join('');

function plainBlock(block: Block): string {
  if (block.kind === 'p') return plainInline(block.content);
  return block.items.map((item, index) => (block.kind === 'ol' ? `${index + 1}. ` : '') + item.map(plainBlock).join('\n')).join('\n');
}

/** As text without marks, one item per line, for tags that programs read. */
export const richTextPlain = (blocks: RichText): string => blocks.map(plainBlock).join('\n\n');
