import type { Page } from 'playwright-core';
import { buildField, buildSeries } from '#server/testing/form-rows.ts';
import { openPage } from './browser.ts';
import { type BuilderScreen, buildPicturedForm, openBuilder } from './builder-form.ts';
import { startStaffProduct } from './staff-product.ts';

type PageOptions = Parameters<typeof openPage>[1];

/** Starts a product for tests of the builder. */
export async function startBuilder() {
  const { db, url, browser, storageState } = await startStaffProduct();
  return {
    /** Opens a builder with the sample form, or with fields of these labels. */
    open: async (labels?: readonly string[], options: PageOptions = {}): Promise<BuilderScreen & { seriesId: string }> => {
      const page = await openPage(browser, { storageState, ...options });
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
      const page = await openPage(browser);
      await page.goto(url + path);
      return page;
    },
    db,
  };
}
