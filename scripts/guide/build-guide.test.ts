import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { buildGuide } from './build-guide.ts';

const root = join(import.meta.dirname, '../..');
const mark = join(root, 'src/admin/mark.svg');
const folder = temporaryFolderOfFile();
/** The first picture of the guide: a PNG whose size is known from its file. */
const png = readFileSync(join(root, 'docs/guide/pictures', readdirSync(join(root, 'docs/guide/pictures'))[0] ?? ''));

/** Builds a guide of these pages, and reads one of its files. */
async function build(name: string, pages: Record<string, string>) {
  const [from, to] = [join(folder, name), join(folder, `${name}-built`)];
  mkdirSync(join(from, 'pictures'), { recursive: true });
  writeFileSync(join(from, 'pictures', 'there.png'), png);
  for (const [file, text] of Object.entries(pages)) writeFileSync(join(from, file), text);
  await buildGuide(from, to, mark);
  return (file: string) => readFileSync(join(to, file), 'utf8');
}

test('EXTRA-31: pages are in the order of the contents page, and their links lead to the built pages', async () => {
  const read = await build('order', {
    'README.md': '# Guide & more\n\n- [Zebra](z.md)\n- [Ape](a.md)\n',
    'a.md': '# Ape\n\nSee [the foot](z.md#its-foot), [home](README.md) or [elsewhere](https://example.com/x.md).',
    'z.md': '# Zebra\n\n## Its foot\n',
  });
  expect(read('index.html')).toContain('<title>Guide &amp; more</title>');
  const navigation = /<nav.*<\/nav>/.exec(read('index.html'))?.[0] ?? '';
  expect([...navigation.matchAll(/>([^<]+)<\/a>/g)].map(([, title]) => title)).toEqual(['Guide &amp; more', 'Zebra', 'Ape']);
  expect(read('a.html')).toContain('<title>Ape – Turnout guide</title>');
  expect(read('a.html')).toContain('<a href="a.html" aria-current="page">Ape</a>');
  for (const link of ['<a href="z.html#its-foot">', '<a href="./">home</a>', '<a href="https://example.com/x.md">'])
    expect(read('a.html')).toContain(link);
  expect(read('z.html')).toContain('<h2 id="its-foot">Its foot</h2>');
});

test('EXTRA-31: pictures keep their space while they load; a missing one does not stop the build', async () => {
  const read = await build('pictures', { 'README.md': '# Guide\n\n![A “card”](pictures/there.png)\n\n![None](pictures/none.png)\n' });
  expect(read('index.html')).toMatch(/<img src="pictures\/there\.png" alt="A “card”" width="\d+" height="\d+">/);
  expect(read('index.html')).toContain('<img src="pictures/none.png" alt="None">');
  expect(read('guide.css')).toMatch(/--t-ground:#fafafa[\s\S]*prefers-color-scheme: dark[\s\S]*--t-ground:#111114/);
});

test('EXTRA-31: a link to a page that does not exist stops the build and is named', async () => {
  await expect(build('dead', { 'README.md': '# Guide\n\n[None](none.md)\n' })).rejects.toThrow(
    'docs/guide/README.md leads to none.md, which does not exist.',
  );
});
