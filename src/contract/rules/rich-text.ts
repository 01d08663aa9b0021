import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from './text.ts';

type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'br' }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'a'; readonly href: string; readonly content: readonly Inline[] };

/** A paragraph, or a list with what each item holds; lists are at most two levels deep. */
type Block =
  | { readonly kind: 'p'; readonly content: readonly Inline[] }
  | { readonly kind: 'ul' | 'ol'; readonly start: number; readonly items: readonly (readonly Block[])[] };

/** A description that staff wrote, without anything that it may not have. */
export type RichText = readonly Block[];

const ADDRESS = /^(?:https?:\/\/[^\s/?#]|mailto:\S)/i;
const LEVELS_MAX = 2;
/** Deeper blocks are left out by the parser. */
const NESTING_MAX = 20;

const parser = new MarkdownIt('zero', { maxNesting: NESTING_MAX }).enable(['list', 'emphasis', 'link', 'image', 'newline']);
parser.validateLink = (address) => ADDRESS.test(address);
parser.normalizeLink = (address) => address;
// A link with a title is shown as it was typed, since nobody would see the title.
parser.helpers = { ...parser.helpers, parseLinkTitle: () => ({ ok: false, can_continue: false, pos: 0, str: '', marker: 0 }) };

const text = (typed: string): Inline => ({ kind: 'text', text: typed });

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** Words, a line break, or an image, which is shown as it was typed. */
function leaf(token: Token): Inline {
  if (token.type === 'image') return text(`![${token.content}](${attribute(token, 'src')})`);
  return token.type === 'text' ? text(token.content) : { kind: 'br' };
}

/** Reads on to the end of the mark that was opened last. */
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

/** A link without an address or without words is shown as it was typed. */
const readLink = (href: string, content: readonly Inline[]): Inline[] =>
  href === '' || plainInline(content).trim() === '' ? [text('['), ...content, text(`](${href})`)] : [{ kind: 'a', href, content }];

/** Reads on to the end of the item that was opened last. */
function readBlocks(tokens: ArrayIterator<Token>, level: number): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    if (token.type === 'list_item_close') return blocks;
    if (token.type === 'inline') blocks.push({ kind: 'p', content: readInline((token.children ?? []).values(), [], []) });
    if (token.type === 'bullet_list_open') blocks.push({ kind: 'ul', start: 1, items: readItems(tokens, level + 1) });
    if (token.type === 'ordered_list_open')
      blocks.push({ kind: 'ol', start: Number(token.attrGet('start') ?? 1), items: readItems(tokens, level + 1) });
  }
  return blocks;
}

/** The items of a list; those of lists that would be too deep follow the item that they are in. */
function readItems(tokens: ArrayIterator<Token>, level: number): Block[][] {
  const items: Block[][] = [];
  for (const { nesting } of tokens) {
    if (nesting === -1) return items;
    const item = readBlocks(tokens, level);
    if (level < LEVELS_MAX || item.every(({ kind }) => kind === 'p')) items.push(item);
    else items.push(...item.flatMap((block) => (block.kind === 'p' ? [[block]] : block.items.map((inner) => [...inner]))));
  }
  return items;
}

const paragraph = (typed: string): Block => ({
  kind: 'p',
  content: typed.split('\n').flatMap((line, index) => (index === 0 ? [text(line)] : [{ kind: 'br' } as const, text(line)])),
});

/**
 * Reads the Markdown of a description: paragraphs, line breaks, bold, italics, links and lists of two levels. Everything else is shown as it
 * was typed; so is all of a text whose lists are too deep for the parser.
 */
export function readRichText(markdown: string): RichText {
  const tokens = parser.parse(markdown, {});
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

/** The words of an item are in it directly, so that it has their direction. */
const itemHtml = (item: RichText): string =>
  item
    .map((block, index) =>
      block.kind === 'p' ? `${item[index - 1]?.kind === 'p' ? '<br>' : ''}${inlineHtml(block.content)}` : richTextHtml([block]),
    )
    .join('');

/** As HTML, each paragraph and item with the direction of its own words. */
export const richTextHtml = (blocks: RichText): string =>
  blocks
    .map((block) => {
      if (block.kind === 'p') return `<p dir="auto">${inlineHtml(block.content)}</p>`;
      const start = block.kind === 'ol' && block.start !== 1 ? ` start="${block.start}"` : '';
      return `<${block.kind}${start}>${block.items.map((item) => `<li dir="auto">${itemHtml(item)}</li>`).join('')}</${block.kind}>`;
    })
    .join('');

function plainInline(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'br' ? '\n' : plainInline(part.content);
    })
    .join('');
}

const plainBlock = (block: Block): string =>
  block.kind === 'p' ? plainInline(block.content) : block.items.map((item) => item.map(plainBlock).join('\n')).join('\n');

/** As text without marks, an item a line, for tags that programs read. */
export const richTextPlain = (blocks: RichText): string => blocks.map(plainBlock).join('\n\n');
