import MarkdownIt from 'markdown-it';
import { escapeHtml } from '#contract/rules/text.ts';

export interface GuidePage {
  /** Of its Markdown file. */
  readonly name: string;
  /** Of its HTML file. */
  readonly file: string;
  /** Relative to the other pages. */
  readonly address: string;
  readonly title: string;
  readonly html: string;
  /** The Markdown files that it leads to. */
  readonly links: readonly string[];
  /** The addresses of its pictures. */
  readonly pictures: readonly string[];
}

/** Pixels of a picture for each of the screen it shows. */
export const DENSITY = 1.5;

/** Width and height are at these bytes of a PNG. */
const sizeOf = (png: Buffer) => ({
  width: Math.round(png.readUInt32BE(16) / DENSITY),
  height: Math.round(png.readUInt32BE(20) / DENSITY),
});

const fileOf = (name: string): string => (name === 'README.md' ? 'index.html' : name.replace(/\.md$/, '.html'));
const addressOf = (name: string): string => (name === 'README.md' ? './' : fileOf(name));

const isPage = (href: string): boolean => /^[\w-]+\.md(?:#|$)/.test(href);

/** The id of a heading, as GitHub makes it. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');

/**
 * Reads one page of Markdown.
 * @param pictures the files of all pictures by their addresses; one that is missing is shown without its size
 */
export function readPage(name: string, markdown: string, pictures: ReadonlyMap<string, Buffer>): GuidePage {
  const links: string[] = [];
  const shown: string[] = [];
  let title = '';
  const parser = new MarkdownIt();
  parser.renderer.rules.heading_open = (tokens, index) => {
    const text = tokens[index + 1]?.content ?? '';
    const tag = tokens[index]?.tag ?? '';
    if (tag === 'h1') title = text;
    return `<${tag} id="${idOf(text)}">`;
  };
  parser.renderer.rules.link_open = (tokens, index) => {
    const href = String(tokens[index]?.attrGet('href') ?? '');
    const [page = '', ...anchor] = href.split('#');
    if (isPage(href)) links.push(page);
    const address = isPage(href) ? [addressOf(page), ...anchor].join('#') : href;
    return `<a href="${escapeHtml(address)}">`;
  };
  parser.renderer.rules.image = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    const address = String(tokens[index]?.attrGet('src') ?? '');
    shown.push(address);
    const file = pictures.get(address);
    const { width, height } = file === undefined ? {} : sizeOf(file);
    const size = width === undefined ? '' : ` width="${width}" height="${height}"`;
    return `<img src="${address}" alt="${escapeHtml(content)}"${size}>`;
  };
  const html = parser.render(markdown);
  return { name, file: fileOf(name), address: addressOf(name), title, html, links, pictures: shown };
}
