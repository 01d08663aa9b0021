import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { buildField, buildMarketingForm } from '#server/testing/form-rows.ts';
import { openPage } from '../support/browser.ts';
import { addFormSubmissions, picturedAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

/** A marketing form with two fields and the sample attendees, as signed-in staff see it. */
export interface FormScreen {
  readonly db: Db;
  readonly url: string;
  /** The blank page of the current test. */
  readonly page: () => Page;
  readonly formId: () => string;
  /** Path of the form's page. */
  readonly path: () => string;
}

/** Starts the product for a test file; each test has a new form and page. */
export async function startFormScreen(env: Record<string, string> = {}): Promise<FormScreen> {
  const { db, url, browser, storageState } = await startStaffProduct(env);
  let page: Page;
  let formId = '';

  beforeEach(async () => {
    await db.deleteFrom('forms').execute();
    formId = await buildMarketingForm(db, { title: 'Coaching brochure', has_downloadable_content: true });
    await buildField(db, { form_id: formId }, { label: 'Dietary needs', position: 0 });
    await buildField(db, { form_id: formId }, { label: 'Team size', type: 'select', options: ['1 to 10', 'More'], position: 1 });
    await addFormSubmissions(db, formId, picturedAttendees());
    page = await openPage(browser, { storageState, reducedMotion: 'reduce' });
  });

  return { db, url, page: () => page, formId: () => formId, path: () => `/coaching-brochure/form/${formId}` };
}
