import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { emailKey } from '#contract/rules/email.ts';
import { newId } from '#server/db/new-id.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { buildFeedbackList } from '../feedback/feedback-rows.ts';
import { expectAccessibleViews, expectShown, hammer, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests } from '../support/requests.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState, open } = await startStaffProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('feedback_lists').execute();
});

const openDashboard = () => open('/home');

/** Returns the texts of a section's cards, without its add-card. */
const cardsOf = async (page: Page, title: string) => {
  const words = await page.getByRole('region', { name: title }).locator('li:not(:last-child)').allTextContents();
  return words.map((each) => each.replaceAll(/\s+/g, ' ').trim());
};

async function signUpForForm(formId: string, email: string): Promise<void> {
  await db
    .insertInto('submissions')
    .values({ id: newId(), form_id: formId, first_name: 'Ada', last_name: 'Lovelace', email, email_key: emailKey(email) })
    .execute();
  await rebuildCounters(db);
}

describe('the sections', () => {
  test('DASH-2: event series, Forms and Website feedback, each with its first action when empty', async () => {
    const page = await openDashboard();
    await page.getByText('No feedback lists yet').waitFor();
    // The overview shows its headings until it is known to be empty.
    const headings = page.getByRole('heading', { level: 2 });
    await expect.poll(async () => headings.allTextContents()).toEqual(['Event series', 'Forms', 'Website feedback']);
    await expectShown(page.getByRole('button', { name: 'Add form' }));
    await expectShown(page.getByRole('button', { name: 'Add feedback list' }));
  });

  test('DASH-6, DASH-7, DASH-13: a form card shows only its title and its Signups, and leads to its page', async () => {
    const formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
    await buildMarketingForm(db, { title: 'Newsletter' });
    await signUpForForm(formId, 'ada@example.com');
    await signUpForForm(formId, 'ada@example.com');
    const page = await openDashboard();
    const card = page.getByRole('region', { name: 'Forms' }).getByRole('link', { name: 'Coaching brochure' });
    await card.waitFor();
    expect((await cardsOf(page, 'Forms')).toSorted()).toEqual(['Coaching brochure 2 Signups', 'Newsletter 0 Signups']);
    await card.click();
    await page.waitForURL(`${url}/coaching-brochure/form/${formId}`);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Coaching brochure' }));
  });

  test('DASH-8, DASH-13: a feedback card shows title and count, and leads to its list', async () => {
    await buildFeedbackList(db, 'Booking page', [{}]);
    const listId = await buildFeedbackList(db, 'Course finder', [{}, {}]);
    const page = await openDashboard();
    await page.getByText('Course finder').waitFor();
    expect((await cardsOf(page, 'Website feedback')).toSorted()).toEqual(['Booking page 1 entry', 'Course finder 2 entries']);
    await page.getByRole('link', { name: 'Course finder' }).press('Enter');
    await page.waitForURL(`${url}/feedback/${listId}`);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Course finder' }));
  });

  test.each(['empty', 'filled'])('DASH-9, DASH-10: each section, %s, ends with a dashed card that adds one more', async (kind) => {
    if (kind === 'filled') {
      await buildSeries(db);
      await buildMarketingForm(db);
      await buildFeedbackList(db, 'Course finder');
    }
    const page = await openDashboard();
    await page.getByText(kind === 'filled' ? 'Course finder' : 'No feedback lists yet').waitFor();
    for (const [section, label] of [
      ['Event series', 'Add event series'],
      ['Forms', 'Add form'],
      ['Website feedback', 'Add feedback list'],
    ] as const) {
      const last = page.getByRole('region', { name: section }).locator('li').last().getByRole('button', { name: label });
      expect(await last.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
    }
  });
});

describe('the create dialogs', () => {
  test('DASH-10, DASH-11, DASH-12: Enter adds a feedback list and leads to it', async () => {
    await buildFeedbackList(db, 'First');
    const page = await openDashboard();
    await page.getByRole('button', { name: 'Add feedback list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New feedback list' });
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    await dialog.getByLabel('Title').press('Enter');
    await dialog.getByText('Please enter a title').waitFor();
    await dialog.getByLabel('Title').fill(' Course finder ');
    await dialog.getByLabel('Title').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Course finder' }).waitFor();
    const [row] = await db.selectFrom('feedback_lists').select(['id', 'title']).where('title', '!=', 'First').execute();
    expect(row?.title).toBe('Course finder');
    expect(page.url()).toBe(`${url}/feedback/${row?.id}`);
    await page.goBack();
    await expectShown(page.getByRole('link', { name: 'Course finder' }));
  });

  test('DASH-9, DASH-11, DASH-12: Create, also clicked again and again, adds a form once and leads to it', async () => {
    const page = await openDashboard();
    await page.getByRole('button', { name: 'Add form' }).click();
    const dialog = page.getByRole('dialog', { name: 'New form' });
    await dialog.getByText('Shown on the form and in its link').waitFor();
    await dialog.getByLabel('Title').fill('Coaching brochure');
    await hammer(dialog.getByRole('button', { name: 'Create' }));
    await page.getByRole('heading', { level: 1, name: 'Coaching brochure' }).waitFor();
    const rows = await db.selectFrom('forms').select(['id', 'title']).execute();
    expect(rows.map(({ title }) => title)).toEqual(['Coaching brochure']);
    expect(page.url()).toBe(`${url}/coaching-brochure/form/${rows[0]?.id}`);
  });
});

describe('the states', () => {
  test('a section that fails to load says so, while the others stay; Retry reads it and keeps the focus', async () => {
    await buildMarketingForm(db, { title: 'Coaching brochure' });
    await buildFeedbackList(db, 'Course finder');
    const page = await openPage(browser, { storageState });
    await page.route('**/api/website-feedback', async (route) => route.abort());
    await page.goto(`${url}/home`);
    await page.getByRole('region', { name: 'Website feedback' }).getByText('Error: The server could not be reached.').waitFor();
    await expectShown(page.getByText('Coaching brochure'));
    await expectAccessibleViews(page);
    await page.unroute('**/api/website-feedback');
    const release = await holdRequests(page, '**/api/website-feedback');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectFocused(page.locator('button[data-loading]', { hasText: 'Retry' }));
    await expectShown(page.getByText('Error: The server could not be reached.'));
    release();
    await expectShown(page.getByRole('link', { name: 'Course finder' }));
  });

  test('when nothing can be read there is one message, and Retry reads everything', async () => {
    await buildMarketingForm(db, { title: 'Coaching brochure' });
    await buildFeedbackList(db, 'Course finder');
    const page = await openPage(browser, { storageState });
    await page.route('**/api/**', async (route) => (route.request().url().endsWith('/me') ? route.continue() : route.abort()));
    await page.goto(`${url}/home`);
    await expect.poll(() => page.getByText('Error: The server could not be reached.').count()).toBe(1);
    await expectAccessibleViews(page);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByRole('link', { name: 'Course finder' }));
    await expectShown(page.getByText('Coaching brochure'));
    await expectShown(page.getByText('No event series yet'));
  });

  test('axe finds nothing in long titles', async () => {
    await buildMarketingForm(db, { title: `Long ${'without'.repeat(25)}` });
    await buildFeedbackList(db, `Long ${'without'.repeat(25)}`, [{}]);
    const page = await openDashboard();
    await page.getByText('1 entry').waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
