import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDates } from '#admin/ui/format/dates.tsx';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { buildFeedbackList } from './feedback-rows.ts';

const { db, url, browser, storageState, open } = await startStaffProduct();
const london = createDates('Europe/London');
const LONG = `The dates are hard to compare. ${'I had three tabs open and still could not tell which course starts first. '.repeat(5)}Please fix this.`;

beforeEach(async () => {
  await db.deleteFrom('feedback_lists').execute();
});

const openFeedback = (listId: string, options?: BrowserContextOptions) => open(`/feedback/${listId}`, options);

const cards = (page: Page) => page.getByRole('article');
const codeDialog = (page: Page) => page.getByRole('dialog', { name: 'Collect feedback for ‘Course finder’' });

describe('the cards', () => {
  test('R17, FB-1, FB-2: title and subtitle, and the document is named after the list', async () => {
    const page = await openFeedback(await buildFeedbackList(db, 'Course finder', [{}]));
    await page.getByRole('heading', { level: 1, name: 'Course finder' }).waitFor();
    await page.getByText('Here you can view the feedback of your website sent by users').waitFor();
    expect(await page.title()).toBe('Course finder - Turnout');
  });

  test('FB-3, FB-4, FB-5, FB-6, FB-13, CONST-5: newest first, with rating, comment or its fallback, and date', async () => {
    const older = new Date('2026-03-29T00:30:00Z');
    const newer = new Date('2026-06-30T23:30:00Z');
    const event_id = await buildEvent(db, await buildSeries(db), { title: 'Evening talk' });
    const listId = await buildFeedbackList(db, 'Course finder', [
      { rating: 1, comment: null, submitted_at: older, event_id },
      { rating: 5, comment: 'Found it <b>at once</b>', submitted_at: newer },
    ]);
    const page = await openFeedback(listId);
    await cards(page).first().waitFor();
    expect(await cards(page).allTextContents()).toEqual([
      'Rating 5 / 5 Wed 1 Jul 2026Found it <b>at once</b>',
      'Rating 1 / 5 Sun 29 Mar 2026Evening talkNo comment provided',
    ]);
    expect(await cards(page).first().locator('time').getAttribute('title')).toBe(london.dayAndTime(newer.toISOString()));
    await page.getByText('2 entries, newest first. Average rating 3.0 / 5').waitFor();
    const file = await exportBy(page.getByRole('button', { name: 'Export', exact: true }), 'Excel');
    expect(file.suggestedFilename()).toMatch(/^Course finder - .*\.xlsx$/);
  });

  test('FB-5: a long comment shows three lines, and the rest on demand; a short one has no such button', async () => {
    const page = await openFeedback(await buildFeedbackList(db, 'Course finder', [{ comment: LONG }, { comment: 'Short' }]));
    const comment = page.getByText('The dates are hard to compare.');
    const heightOf = async () => (await comment.boundingBox())!.height;
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(1);
    expect(await heightOf()).toBe(60);
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await page.getByRole('button', { name: 'Show less' }).waitFor();
    expect(await heightOf()).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Show less' }).press('Enter');
    await expect.poll(heightOf).toBe(60);
  });

  test('a long list is shown page by page', async () => {
    const page = await openFeedback(
      await buildFeedbackList(
        db,
        'Course finder',
        Array.from({ length: 130 }, () => ({})),
      ),
    );
    await page.getByRole('button', { name: 'Show more (70 left)' }).click();
    await page.getByRole('button', { name: 'Show more (10 left)' }).click();
    await expect.poll(async () => cards(page).count()).toBe(130);
    expect(await page.getByText('Show more').count()).toBe(0);
  });

  test('REL-12: another page that fails to load is reported at the end of the list, with Retry, and the list stays', async () => {
    const entries = Array.from({ length: 70 }, () => ({}));
    const page = await openFeedback(await buildFeedbackList(db, 'Course finder', entries));
    await page.route('**/api/website-feedback/*cursor=*', async (route) => route.abort());
    await page.getByRole('button', { name: 'Show more (10 left)' }).click();
    await page.getByText('The rest could not be loaded.').waitFor();
    expect(await cards(page).count()).toBe(60);
    await page.unroute('**/api/website-feedback/*cursor=*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(async () => cards(page).count()).toBe(70);
  });
});

describe('the code for a website', () => {
  test('copying says so for 2 seconds, and the code sends feedback from another origin', async () => {
    const listId = await buildFeedbackList(db, 'Course finder');
    const page = await openFeedback(listId, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Get the code for a website' }).click();
    await codeDialog(page).getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('alert').getByText(CODE_COPIED).waitFor();
    await codeDialog(page).getByRole('button', { name: 'Copied' }).waitFor();
    const code = await page.evaluate(async () => navigator.clipboard.readText());
    await codeDialog(page).getByRole('button', { name: 'Copy', exact: true }).waitFor();

    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>Courses</title><h1>Courses</h1>${code}`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    expect(await db.selectFrom('feedback_entries').select('id').execute()).toEqual([]);
    await page.getByLabel('4', { exact: true }).check();
    await page.getByLabel('Comment (optional)').fill('Quick & clear');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    expect(await db.selectFrom('feedback_entries').select(['list_id', 'rating', 'comment']).execute()).toEqual([
      { list_id: listId, rating: 4, comment: 'Quick & clear' },
    ]);
    expect(await page.getByLabel('Comment (optional)').inputValue()).toBe('');

    await db.deleteFrom('feedback_lists').execute();
    await page.getByLabel('2', { exact: true }).check();
    await page.getByLabel('Comment (optional)').fill('Still here');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Your feedback could not be sent. Please try again.').waitFor();
    expect(await page.getByLabel('Comment (optional)').inputValue()).toBe('Still here');
  });

  test('FB-9, FB-12: the page of a list accepts a rating without script, also in the frame of its code, and after Back that of the next person', async () => {
    const listId = await buildFeedbackList(db, 'Course finder', [{}]);
    const page = await openFeedback(listId);
    const link = page.getByRole('link', { name: 'Page' });
    expect(await link.getAttribute('href')).toBe(`/feedback/${listId}/view`);
    await page.getByRole('button', { name: 'Website code' }).click();
    await codeDialog(page).getByText('Frame', { exact: true }).click();
    const code = await codeDialog(page).locator('pre').textContent();
    const framed = await openPage(browser, { javaScriptEnabled: false });
    await framed.setContent(code!);
    const frame = framed.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Send feedback' }).click();
    await frame.getByText('Please rate from 1 to 5').waitFor();
    await frame.getByLabel('5 (excellent)').check();
    await sleep(2_000); // Anything sent sooner is treated as sent by a machine.
    await frame.getByRole('button', { name: 'Send feedback' }).click();
    await frame.getByText('Thank you for your feedback.').waitFor();
    const view = await openPage(browser);
    await view.goto(`${url}/feedback/${listId}/view`);
    await expectAccessibleViews(view);
    for (const _ of ['one person', 'the next']) {
      expect(await view.locator(':checked').count()).toBe(0);
      await view.getByLabel('5 (excellent)').check();
      await sleep(2_000);
      await view.getByRole('button', { name: 'Send feedback' }).click();
      await view.getByText('Thank you for your feedback.').waitFor();
      await view.goBack();
    }
    expect(
      await db.selectFrom('feedback_entries').selectAll().where('list_id', '=', listId).where('rating', '=', 5).execute(),
    ).toHaveLength(3);
    const ratings = view.locator('label:has([type=radio])');
    for (const width of [320, 390, 1280]) {
      await view.setViewportSize({ width, height: 800 });
      const at = await ratings.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect()));
      expect([new Set(at.map(({ left }) => left)).size, new Set(at.map(({ top }) => top)).size]).toEqual(width < 500 ? [1, 5] : [5, 1]);
    }
  });

  test('after a second copy the mark lasts two seconds again', async () => {
    const listId = await buildFeedbackList(db, 'Course finder', [{}]);
    const page = await openFeedback(listId, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Website code' }).click();
    const copied = codeDialog(page).getByRole('button', { name: 'Copied' });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await codeDialog(page).getByRole('button', { name: 'Copy' }).click();
    await copied.waitFor();
    await page.clock.runFor(1_500);
    await page.evaluate(async () => navigator.clipboard.writeText('something else'));
    await copied.click();
    await expect.poll(async () => page.evaluate(async () => navigator.clipboard.readText())).toContain(listId);
    await page.clock.runFor(1_900);
    expect(await copied.count()).toBe(1);
    await page.clock.runFor(200);
    await codeDialog(page).getByRole('button', { name: 'Copy', exact: true }).waitFor();
  });
});

describe('deleting a list', () => {
  async function askToDelete(page: Page) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Delete list…' }).click();
    return page.getByRole('dialog', { name: 'Delete ‘Course finder’?' });
  }

  test('FB-8: asks first, says what is lost, and goes back to a page without it', async () => {
    await buildFeedbackList(db, 'Course finder', [{}, {}, {}]);
    await buildFeedbackList(db, 'Booking page');
    const page = await open('/home');
    await page.getByRole('link', { name: 'Course finder' }).click();
    const dialog = await askToDelete(page);
    await dialog.getByText('3 entries will be lost.').waitFor();
    await dialog.getByText('This action cannot be undone.').waitFor();
    await expectAccessibleViews(page);
    await dialog.getByRole('button', { name: 'Delete list' }).click();
    await page.waitForURL(`${url}/home`);
    await page.getByRole('link', { name: 'Booking page' }).waitFor();
    expect(await page.getByRole('link', { name: 'Course finder' }).count()).toBe(0);
    expect(await db.selectFrom('feedback_lists').select('title').execute()).toEqual([{ title: 'Booking page' }]);
    expect(await db.selectFrom('feedback_entries').select('id').execute()).toEqual([]);
  });
});

describe('the states of the screen', () => {
  test('FB-7: while loading it says "Loading..."; a failure offers Retry', async () => {
    const listId = await buildFeedbackList(db, 'Course finder', [{ comment: 'There' }]);
    const page = await openPage(browser, { storageState });
    const release = await holdRequests(page, `**/api/website-feedback/${listId}*`, lose);
    await page.goto(`${url}/feedback/${listId}`);
    await page.getByText('Here you can view').waitFor();
    await expectShown(page.getByRole('status').filter({ hasText: 'Loading...' }));
    await expectAccessibleViews(page, { fits: true });
    release();
    await page.getByText('Error: The server could not be reached.').waitFor();
    await expectAccessibleViews(page);
    await page.unroute(`**/api/website-feedback/${listId}*`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByText('There'));
  });

  test('axe finds nothing while it is empty, when it is full, and in the code', async () => {
    const page = await openFeedback(await buildFeedbackList(db, 'Nothing yet'));
    await page.getByText('To ask after events, choose the list in Edit Series').waitFor();
    await expectAccessibleViews(page);
    const full = await buildFeedbackList(db, 'Course finder', [{ comment: LONG }, { comment: 'without'.repeat(60) }, {}]);
    await page.goto(`${url}/feedback/${full}`);
    await cards(page).nth(2).waitFor();
    await expectAccessibleViews(page, { fits: true });
    await page.getByRole('button', { name: 'Website code' }).click();
    await codeDialog(page).getByRole('button', { name: 'Copy' }).waitFor();
    await expectAccessibleViews(page);
  });
});
