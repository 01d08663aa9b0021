import type { Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { buildField, buildSeries } from '#server/testing/form-rows.ts';
import { openBrowser, openPage } from './browser.ts';
import { type BuilderScreen, buildPicturedForm, openBuilder, signedIn } from './builder-form.ts';
import { startFormProduct } from './public-forms.ts';
import { closePage } from './reusable-pages.ts';

type PageOptions = Parameters<typeof openPage>[1];

/** Starts a product for tests of the builder. Pages are closed after each test. */
export async function startBuilder() {
  const site = await startFormProduct({ ORGANISATION_NAME: 'Harbour Training' });
  afterAll(async () => site.stop());
  const browser = await openBrowser();
  const storageState = await signedIn(browser, site.product.url);
  const pages: Page[] = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) await closePage(page);
  });
  const newPage = async (options?: PageOptions): Promise<Page> => {
    const page = await openPage(browser, options);
    pages.push(page);
    return page;
  };
  return {
    /** Opens a builder with the sample form, or with fields of these labels. */
    open: async (labels?: readonly string[], options: PageOptions = {}): Promise<BuilderScreen & { seriesId: string }> => {
      const page = await newPage({ storageState, ...options });
      if (labels === undefined) {
        const form = await buildPicturedForm(site.db);
        return { ...(await openBuilder(page, `${site.product.url}${form.path}`)), seriesId: form.id };
      }
      const seriesId = await buildSeries(site.db, { title: 'Spring' });
      for (const [position, label] of labels.entries()) await buildField(site.db, { series_id: seriesId }, { label, position });
      return { ...(await openBuilder(page, `${site.product.url}/spring/events-series/${seriesId}/create`)), seriesId };
    },
    /** Opens a page of the product as a visitor. */
    visit: async (path: string): Promise<Page> => {
      const page = await newPage();
      await page.goto(site.product.url + path);
      return page;
    },
    db: site.db,
  };
}
