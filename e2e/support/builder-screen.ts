import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { buildField, buildSeries } from '#server/testing/form-rows.ts';
import { openPage } from './browser.ts';
import { type BuilderScreen, buildPicturedForm, openBuilder } from './builder-form.ts';
import { closePage } from './reusable-pages.ts';
import { startStaffProduct } from './staff-product.ts';

type PageOptions = Parameters<typeof openPage>[1];

/** Starts a product for tests of the builder. Pages are closed after each test. */
export async function startBuilder() {
  const { db, url, browser, storageState } = await startStaffProduct({ ORGANISATION_NAME: 'Harbour Training' });
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
        const form = await buildPicturedForm(db);
        return { ...(await openBuilder(page, `${url}${form.path}`)), seriesId: form.id };
      }
      const seriesId = await buildSeries(db, { title: 'Spring' });
      for (const [position, label] of labels.entries()) await buildField(db, { form_id: seriesId }, { label, position });
      return { ...(await openBuilder(page, `${url}/spring/events-series/${seriesId}/create`)), seriesId };
    },
    /** Opens a page of the product as a visitor. */
    visit: async (path: string): Promise<Page> => {
      const page = await newPage();
      await page.goto(url + path);
      return page;
    },
    db,
  };
}
