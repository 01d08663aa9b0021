import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { buildSampleSeries, type FormProduct, type SampleSeries, startFormProduct } from './public-forms.ts';

/** Maria's answers by label. */
export const MARIA = {
  'First name': 'Maria',
  'Last name': 'Okafor',
  'Job title': 'Head of Learning',
  Organisation: 'Brightwater Housing',
  Email: 'maria.okafor@brightwater.example',
} as const;

/** Fills in the fields of every form. */
export async function fillPerson(page: Page | FrameLocator, person: Partial<Record<keyof typeof MARIA, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...MARIA, ...person })) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Fills in the sample series: one event and the other required fields. */
export async function fillSeriesForm(page: Page | FrameLocator, person: Partial<Record<keyof typeof MARIA, string>> = {}): Promise<void> {
  await fillPerson(page, person);
  await page.getByRole('checkbox', { name: /Leading hybrid teams/ }).check();
  await page.getByLabel('How did you hear about us?').selectOption('A colleague');
  await page.getByLabel('I have read the house rules').check();
}

/** Opens a form and waits until it is hydrated. */
export async function openForm(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('turnout:hydrated', () => document.documentElement.setAttribute('data-live', ''));
  });
  await page.goto(url);
  await page.locator('html[data-live]').waitFor();
}

/** The form's button, whatever its label. */
export const sendButton = (page: Page | FrameLocator) => page.locator('.form > .button');

interface Now {
  readonly running: FormProduct;
  readonly series: SampleSeries;
  readonly page: Page;
}

/** Starts the product for a test file; each test has a new sample series and a new visitor. */
export async function visitSampleSeries(options: BrowserContextOptions = {}) {
  const browser = await openBrowser();
  const running = await startFormProduct();
  let current: Now;
  beforeEach(async () => {
    current = { running, series: await buildSampleSeries(running.db), page: await openPage(browser, options) };
  });
  return {
    now: () => current,
    open: async (query = '') => openForm(current.page, `${current.running.product.url}${current.series.path}${query}`),
    submissions: async () =>
      current.running.db.selectFrom('submissions').selectAll().where('form_id', '=', current.series.id).orderBy('submitted_at').execute(),
    brunchBox: () => current.page.getByRole('checkbox', { name: /Brunch: coaching/ }),
    focusedId: async () => current.page.evaluate(() => document.activeElement?.id),
  };
}
