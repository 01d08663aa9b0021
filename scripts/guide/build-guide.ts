import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#contract/rules/text.ts';
import { type GuidePage, readPage } from './guide-page.ts';
import { guideStyle } from './guide-style.ts';

const FIRST = 'README.md';
const PICTURES = 'pictures';

/** The pages in the order of the links on the contents page, those without a link at the end. */
function inOrder(pages: readonly GuidePage[]): GuidePage[] {
  const order = [FIRST, ...(pages.find(({ name }) => name === FIRST)?.links ?? [])];
  const rank = ({ name }: GuidePage) => (order.includes(name) ? order.indexOf(name) : order.length);
  return pages.toSorted((a, b) => rank(a) - rank(b));
}

function navigation(pages: readonly GuidePage[], current: GuidePage): string {
  const items = pages.map(({ address, title, name }) => {
    const mark = name === current.name ? ' aria-current="page"' : '';
    return `<li><a href="${address}"${mark}>${escapeHtml(title)}</a></li>`;
  });
  return `<nav aria-label="Pages of this guide"><ul>${items.join('')}</ul></nav>`;
}

const documentOf = (page: GuidePage, pages: readonly GuidePage[]): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.name === FIRST ? page.title : `${page.title} – Turnout guide`)}</title>
<link rel="icon" type="image/svg+xml" href="mark.svg">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a href="./"><img src="mark.svg" alt="" width="24" height="24">Turnout guide</a></header>
<div class="frame">
${navigation(pages, page)}
<main id="content" tabindex="-1">
${page.html}</main>
</div>
</body>
</html>
`;

/**
 * Turns the Markdown pages of `from` into HTML pages in `to`, with their pictures; `to` is emptied first.
 * @throws Error naming the page and the address of a link to a page that does not exist
 */
export async function buildGuide(from: string, to: string, mark: string): Promise<void> {
  const pictures = await readdir(join(from, PICTURES)).catch(() => []);
  const files = new Map<string, Buffer>();
  for (const name of pictures) files.set(`${PICTURES}/${name}`, await readFile(join(from, PICTURES, name)));
  const names = (await readdir(from)).filter((name) => name.endsWith('.md'));
  const pages = inOrder(await Promise.all(names.map(async (name) => readPage(name, await readFile(join(from, name), 'utf8'), files))));
  for (const { name, links } of pages) {
    const dead = links.find((link) => !names.includes(link));
    if (dead !== undefined) throw new Error(`docs/guide/${name} leads to ${dead}, which does not exist.`);
  }
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, PICTURES), { recursive: true });
  for (const page of pages) await writeFile(join(to, page.file), documentOf(page, pages));
  for (const [name, content] of files) await writeFile(join(to, name), content);
  await writeFile(join(to, 'guide.css'), guideStyle());
  await writeFile(join(to, 'mark.svg'), await readFile(mark));
}
