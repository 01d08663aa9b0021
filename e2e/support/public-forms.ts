import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { type Product, startProduct } from './product.ts';

const ORGANISATION = {
  ORGANISATION_NAME: 'Northfield Training',
  CONSENT_TEXT: 'Northfield Training may email me about its events and courses. I can stop this at any time.',
  PRIVACY_URL: 'https://northfield.example/privacy',
};

/** The product and its database, so that tests can write rows directly. */
export interface FormProduct {
  readonly product: Product;
  readonly db: Db;
  /** Whether other files use it as well. */
  readonly isShared: boolean;
}

async function start(env: Record<string, string>) {
  const { url, db, empty, destroy } = await createTestDatabase();
  const product = await startProduct({ ...ORGANISATION, DATABASE_URL: url, PUBLIC_RATE_LIMIT: '1000000', ...env });
  return { product, db, empty, destroy };
}

const shared = new Map<string, Awaited<ReturnType<typeof start>>>();

/**
 * The product that the files of a vitest worker share, for a file that changes no settings of its own; it starts with empty tables. `env`
 * has the addresses of what those files share as well.
 */
export async function shareProduct(env: Record<string, string> = {}): Promise<FormProduct> {
  const key = JSON.stringify(env);
  const before = shared.get(key);
  const running = before?.product.process.exitCode === null ? before : await start(env);
  shared.set(key, running);
  const { product, db, empty } = running;
  await empty();
  return { product, db, isShared: true };
}

/** Starts a product with these settings until the end of the running test or, outside tests, of the file; without any, it is shared. */
export async function startFormProduct(env: Record<string, string> = {}): Promise<FormProduct> {
  if (Object.keys(env).length === 0) return shareProduct();
  const { product, db, destroy } = await start(env);
  const atTheEnd = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  atTheEnd(async () => {
    await product.stop();
    await destroy();
  });
  return { product, db, isShared: false };
}

/** The sample series: three events, one with a brunch menu, and fields of all five types. */
export interface SampleSeries {
  readonly id: string;
  /** Path of its public page. */
  readonly path: string;
  readonly events: { readonly hybrid: string; readonly brunch: string; readonly feedback: string };
}

export async function buildSampleSeries(db: Db): Promise<SampleSeries> {
  const id = await buildSeries(db, { title: 'Spring leadership series 2027' });
  const owner = { form_id: id };
  const hybrid = await buildEvent(db, id, { title: 'Leading hybrid teams', starts_at: '2055-01-12T09:30:00Z' });
  const brunch = await buildEvent(db, id, { title: 'Brunch: coaching for results', starts_at: '2055-01-22T11:00:00Z', is_brunch: true });
  const feedback = await buildEvent(db, id, { title: 'Giving feedback that works', starts_at: '2055-04-15T13:00:00Z' });
  await buildField(db, owner, { label: 'Phone number', position: 0 });
  await buildField(db, owner, {
    label: 'How did you hear about us?',
    type: 'select',
    options: ['A colleague', 'A newsletter', 'A search'],
    is_required: true,
    position: 1,
  });
  await buildField(db, owner, { label: 'What would you like to learn?', type: 'textarea', position: 2 });
  await buildField(db, owner, { label: 'I need step-free access', type: 'checkbox', position: 3 });
  await buildField(db, owner, { label: 'I have read the house rules', type: 'checkbox', is_required: true, position: 4 });
  await buildField(db, owner, {
    label: 'Brunch menu',
    type: 'select',
    options: ['Shakshuka (vegetarian)', 'Smoked salmon', 'Porridge (vegan)'],
    is_required: true,
    is_brunch: true,
    brunch_event_id: brunch,
    position: 5,
  });
  await buildField(db, owner, {
    label:
      'Places are confirmed by email. We photograph our events; please tell the host if you prefer not to appear. Full terms: https://northfield.example/terms',
    key: 'terms',
    type: 'disclaimer',
    position: 6,
  });
  return { id, path: `/spring-leadership-series-2027/events-series/${id}/view`, events: { hybrid, brunch, feedback } };
}

/** Makes the sample marketing form and returns the path of its public page. */
export async function buildSampleMarketingForm(db: Db): Promise<{ id: string; path: string }> {
  const id = await buildMarketingForm(db, {
    title: 'The one-to-one handbook: a free guide for new managers',
    has_downloadable_content: true,
  });
  const owner = { form_id: id };
  await buildField(db, owner, {
    label: 'Team size',
    type: 'select',
    options: ['1 to 10', '11 to 50', 'More'],
    is_required: true,
    position: 0,
  });
  await buildField(db, owner, { label: 'Topic you are working on', position: 1 });
  await buildField(db, owner, {
    label: 'The guide is for your own use inside your organisation.',
    key: 'use',
    type: 'disclaimer',
    position: 2,
  });
  return { id, path: `/the-one-to-one-handbook/form/${id}/view` };
}
