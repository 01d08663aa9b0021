import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { DENSITY, readPage } from '../../scripts/guide/guide-page.ts';
import { startServiceProduct } from '../support/service-product.ts';
import { JOBS } from './jobs.ts';
import { NOW, SIZE, tourOf } from './tour.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/guide');
const MAX_BYTES = 3_000_000;

const product = await startServiceProduct();
/** `npm run guide:pictures` names the folder that the guide shows. */
const folder = process.env.GUIDE_PICTURES ?? temporaryFolderOfFile();

let page: Page;
beforeEach(async () => {
  await product.db.deleteFrom('forms').execute();
  // The next series has the same id, and would count as deleted.
  await product.db.deleteFrom('submissions').execute();
  await product.db.deleteFrom('deletions').execute();
  page = await product.open('/healthz', { viewport: SIZE, deviceScaleFactor: DENSITY, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.clock.setFixedTime(NOW);
});

const markdownOf = (name: string) => fs.readFileSync(path.join(GUIDE, name), 'utf8');
const shownOn = (name: string) => readPage(name, markdownOf(name), new Map()).pictures;

test.each(Object.entries(JOBS))(
  'EXTRA-31: the steps of the page %s work in the product, and take the pictures that it shows',
  async (name, steps) => {
    const taken: string[] = [];
    await steps(tourOf(product, page, folder, taken));
    expect(shownOn(`${name}.md`)).toEqual(taken.map((picture) => `pictures/${picture}.png`));
  },
);

test('EXTRA-31: each page has its steps, and the pictures of the guide are those that its pages show, under 3 MB', () => {
  const pages = fs.readdirSync(GUIDE).filter((name) => name.endsWith('.md'));
  expect(pages.toSorted()).toEqual(['README.md', ...Object.keys(JOBS).map((name) => `${name}.md`)].toSorted());
  const stored = fs.readdirSync(path.join(GUIDE, 'pictures')).map((name) => `pictures/${name}`);
  expect(stored.toSorted()).toEqual(pages.flatMap(shownOn).toSorted());
  const bytes = stored.reduce((sum, name) => sum + fs.statSync(path.join(GUIDE, name)).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
