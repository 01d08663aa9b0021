import { expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, openBrowser, openPage } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();

test('ICS-7: after a sign-up each event can be added to a calendar, by a file or in a new tab', async () => {
  const id = await buildSeries(db, { title: 'Workplace Safety', calendar_entries: true });
  const starts_at = new Date('2050-07-12T08:30:00Z');
  await buildEvent(db, id, { title: 'Fire safety', starts_at });
  const page = await openPage(browser);
  await page.goto(`${product.url}/workplace-safety/events-series/${id}/view`);
  const person = { 'First name': 'Maria', 'Last name': 'Osei', 'Job title': 'Nurse', Organisation: 'Clinic', Email: 'maria@example.com' };
  for (const [label, value] of Object.entries(person)) await page.getByLabel(label, { exact: false }).first().fill(value);
  await page.locator('form button[type=submit]').click();
  const note = page.getByRole('region', { name: 'Thank you, Maria' });
  await note.waitFor();
  await page.keyboard.press('Escape');
  const google = note.getByRole('link', { name: 'Add ‘Fire safety’ to Google Calendar (opens in a new tab)' });
  expect([await google.innerText(), await google.getAttribute('target'), await google.getAttribute('rel')]).toEqual([
    'Google',
    '_blank',
    'noopener',
  ]);
  const toGoogle = await fetch(await google.evaluate((link: HTMLAnchorElement) => link.href), { redirect: 'manual' });
  expect(toGoogle.headers.get('location')).toContain('https://calendar.google.com/');
  const file = note.getByRole('link', { name: 'Calendar file for ‘Fire safety’ (opens in a new tab)' });
  const answer = await fetch(await file.evaluate((link: HTMLAnchorElement) => link.href));
  expect(await answer.text()).toContain('SUMMARY:Fire safety');
  await expectAccessibleViews(page);
});
