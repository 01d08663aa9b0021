import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../support/browser.ts';
import { buildSampleMarketingForm, buildSampleSeries, startFormProduct } from '../support/public-forms.ts';
import { buildPublicPage, drawCover } from '../support/public-pages.ts';

const { product, db } = await startFormProduct();

const KB = 1_000;
const DIST = path.join(import.meta.dirname, '../../dist');
const read = (file: string): string => fs.readFileSync(path.join(DIST, file), 'utf8');
const gz = (text: string): number => gzipSync(text, { level: 9 }).length;

const manifestSchema = z.object({ 'src/signup/main.tsx': z.object({ file: z.string(), imports: z.array(z.string()).optional() }) });
const main = manifestSchema.parse(JSON.parse(read('signup/.vite/manifest.json')))['src/signup/main.tsx'];
/** The size of the script as it is sent to browsers that accept gzip. */
const SCRIPT = fs.statSync(path.join(DIST, `signup/${main.file}.gz`)).size;
const early = read('signup-early/early.js');

/** The main script without React, built with the same settings. */
async function scriptWithoutReact(): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.join(import.meta.dirname, '../..'),
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      rolldownOptions: { optimization: { inlineConst: true }, input: 'src/signup/main.tsx', external: /^react(?:-dom)?(?:\/|$)/ },
    },
  });
  assert('output' in built);
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
}

const browser = await openBrowser();
const pages = { series: await buildSampleSeries(db), marketing: await buildSampleMarketingForm(db) };

test.each(['series', 'marketing'] as const)('document, style and script of the page of a %s are at most 81.6 kB together', async (kind) => {
  const html = await (await fetch(product.url + pages[kind].path)).text();
  expect(gz(html) + SCRIPT).toBeLessThanOrEqual(81.6 * KB);
});

test('the script is one file, and without React all of it is at most 16.3 kB', async () => {
  expect(main.imports ?? []).toEqual([]);
  const html = await (await fetch(product.url + pages.series.path)).text();
  expect(gz(html) + gz(await scriptWithoutReact())).toBeLessThanOrEqual(16.3 * KB);
});

/** Without the texts that staff wrote, in each place. */
const withoutOwnWords = (html: string): string =>
  html
    .replaceAll(/(?<=<div class="text">).*?(?=<\/div>)/gs, '')
    .replaceAll(/ content="[^"]*"/g, ' content=""')
    .replace(/(?<=ld\+json">).*?(?=<\/script>)/s, '');

test('FACE-24: a public page is usable after at most 9 kB without pictures and own texts, and complete after at most 84 kB', async () => {
  const page = await buildPublicPage(db, await drawCover(browser));
  const html = withoutOwnWords(await (await fetch(product.url + page.path)).text());
  expect(gz(html)).toBeLessThanOrEqual(9 * KB);
  expect(gz(html) + SCRIPT).toBeLessThanOrEqual(84 * KB);
});

test('at most 3 kB of script run before the first paint, and none of it blocks', async () => {
  const html = await (await fetch(product.url + pages.series.path)).text();
  expect(gz(early)).toBeLessThanOrEqual(3 * KB);
  expect(html).not.toMatch(/<script[^>]+src=|<link[^>]+(?:stylesheet|preload)/);
});

test('ATD-14, ATD-26: the door is at most 85.2 kB before the first scan, which adds at most 17.5 kB', () => {
  const html = read('door/index.html');
  const files = fs.readdirSync(path.join(DIST, 'door/assets')).filter((name) => /[.](?:js|css)[.]gz$/.test(name));
  const weigh = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + fs.statSync(path.join(DIST, 'door/assets', name)).size, 0);
  const isFirst = (name: string): boolean => html.includes(name.replace(/[.]gz$/, ''));
  expect(gz(html) + weigh(files.filter(isFirst))).toBeLessThanOrEqual(85.2 * KB);
  expect(weigh(files.filter((name) => !isFirst(name)))).toBeLessThanOrEqual(17.5 * KB);
});

test('the embed script is at most 3 kB', () => {
  expect(gz(read('embed/embed.js'))).toBeLessThanOrEqual(3 * KB);
});

/** What Safari 16.4, the last on some phones, lacks; the oldest that runs the script of a form. */
const NEWER = /\bURL\.(?:canParse|parse)\b|\bAbortSignal\.any\b|\bPromise\.(?:withResolvers|try)\b|\.groupBy\(|\.checkVisibility\(/g;

test('the scripts of visitors and of the door call nothing that Safari 16.4 lacks', () => {
  const assets = ['signup', 'door'].flatMap((part) =>
    fs.readdirSync(path.join(DIST, part, 'assets')).map((name) => `${part}/assets/${name}`),
  );
  const scripts = [...assets.filter((name) => name.endsWith('.js')), 'embed/embed.js', 'door/door-worker.js', 'signup-early/early.js'];
  expect(scripts.flatMap((name) => [...read(name).matchAll(NEWER)].map(([call]) => `${name}: ${call}`))).toEqual([]);
});
