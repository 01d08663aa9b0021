import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

const { product, db } = await startFormProduct({ SMTP_URL: 'smtp://127.0.0.1:9' });
const browser = await openBrowser();
let page: Page;
beforeEach(async () => {
  page = await openPage(browser);
});

const SENT = "We're sending an email to maria@brightwater.example.";

async function build(values: Parameters<typeof buildSeries>[1] = {}): Promise<string> {
  const id = await buildSeries(db, {
    calendar_entries: true,
    self_service: true,
    email_from: 'courses@northfield.example',
    email_subject: 'Welcome',
    email_template: 'Hello %FNAME%',
    ...values,
  });
  const place = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol BS1 4DJ' };
  await buildEvent(db, id, { title: 'Leading through change', starts_at: '2055-01-12T09:30:00Z', ...place });
  return `${product.url}/x/events-series/${id}/view`;
}

const sheet = () => page.locator('.sheet');

test('FACE-34, FACE-36, FACE-38: on a page that is not embedded the thank-you note replaces the form, which comes back empty', async () => {
  await page.setViewportSize(PHONE);
  await openForm(page, await build({ description: 'Three days.', success_text: 'Doors open at 09:00.' }));
  const toForm = page.getByRole('link', { name: 'Sign up', exact: true });
  await expectShown(toForm);
  await fillPerson(page, { Email: 'maria@brightwater.example' });
  await sendButton(page).click();
  await expectShown(page.getByRole('dialog').getByText(SENT));
  expect(await sheet().locator('form').count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  const thanks = page.getByRole('region', { name: 'Thank you, Maria' });
  await expectFocused(thanks);
  expect(await toForm.count()).toBe(0);
  expect(await thanks.locator('.tile[data-month="Jan"]').textContent()).toBe('12');
  const map = thanks.getByRole('link', { name: 'Map of Harbour House (opens in a new tab)' });
  expect([await map.textContent(), await map.getAttribute('href')]).toEqual([
    'Map',
    'https://www.google.com/maps/search/?api=1&query=14%20Quay%20Street%2C%20Bristol%20BS1%204DJ',
  ]);
  expect(await thanks.locator('.next li').allTextContents()).toEqual([
    `${SENT}\nNot there in ten minutes? Check your spam folder, or write to courses@northfield.example. After several sign-ups with the same address, an email can take up to three hours.`,
    'Need to change or cancel? Use the link in that email.',
    'Doors open at 09:00.',
  ]);
  await expectAccessibleViews(page);
  await page.getByRole('link', { name: 'Sign up another person' }).click();
  await expectFocused(page.getByLabel('First name'));
  expect(await page.getByLabel('First name').inputValue()).toBe('');
});

test('FACE-37, FACE-38: elsewhere it stays below the form, and promises only what follows', async () => {
  await openForm(page, await build());
  await fillPerson(page, { Email: 'maria@brightwater.example' });
  await sendButton(page).click();
  await page.getByRole('button', { name: 'Close' }).click();
  const thanks = page.locator('form').getByRole('region', { name: 'Thank you, Maria' });
  expect(await thanks.textContent()).toContain('What happens next');
  expect(await thanks.textContent()).not.toContain("We'll get back to you shortly.");
  expect(await thanks.locator('.tile').count()).toBe(0);
});

test('FACE-38: without script the answer has the same parts', async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(await build({ description: 'Three days.' }));
  await fillPerson(page, { Email: 'maria@brightwater.example' });
  await page.waitForTimeout(2_100);
  await sendButton(page).click();
  await expectShown(page.locator('.done .tile'));
  await expectShown(page.locator('.next').getByText(SENT));
});
