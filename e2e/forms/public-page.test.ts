import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, PHONE, untilStill } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { buildSeriesToEdit, buttonOf, openEdit, saveMeanwhile } from './edit-series-screen.ts';

const product = await startStaffProduct();
const { db, url } = product;

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeriesToEdit(db);
});

const stored = async () => db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow();
const inPreview = (page: Page, part: 'page' | 'form' | 'email') => page.frameLocator(`iframe[title="Preview of the ${part}"]`);
const choose = async (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).locator('label').filter({ hasText: choice }).click();

/** Adds a speaker; the focus is in the name from the start. */
async function addSpeaker(page: Page, name: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Add speaker' }).press('Enter');
  await expectFocused(page.getByLabel('Name', { exact: true }).last());
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(role);
}

test('FACE-59, FACE-62: from the setup list to a page with a look, with a preview before it is saved', async () => {
  seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  await db.deleteFrom('form_setups').execute();
  const page = await product.open(`/leadership-essentials/events-series/${seriesId}`);
  await page.getByRole('link', { name: 'Describe it' }).click();
  const description = page.getByLabel('Description', { exact: true });
  await expectFocused(description);
  await description.fill('Three days for people who **lead**.');
  await addSpeaker(page, 'Priya Raman', 'Lead trainer');
  await addSpeaker(page, ' Tom Ellery ', '');
  await page.getByLabel('Accent colour').fill('#0F6B66');
  await choose(page, 'Font', 'Serif');
  await page.getByRole('switch', { name: 'Show in search engines' }).press('Space');
  await page.getByLabel('Title', { exact: true }).fill('Leadership 2055');
  await expectShown(inPreview(page, 'page').getByRole('heading', { name: 'Leadership 2055' }));
  await expectShown(inPreview(page, 'page').getByText('Three days for people who lead.'));
  expect(await stored()).toMatchObject({ title: 'Leadership Essentials', description: null });
  await page.getByRole('button', { name: 'Drag Tom Ellery' }).press('Space');
  await expectShown(page.getByText('Tom Ellery, position 2 of 2.'));
  await untilStill(page);
  await page.keyboard.press('ArrowUp');
  await expectShown(page.getByText('Tom Ellery, position 1 of 2.'));
  await page.keyboard.press('Space');
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await stored()).toMatchObject({
    description: 'Three days for people who **lead**.',
    speakers: [
      { name: 'Tom Ellery', role: null, picture: null },
      { name: 'Priya Raman', role: 'Lead trainer', picture: null },
    ],
    theme: { accent: '#0F6B66', font: 'serif', scheme: 'auto', logo: null },
    in_search: false,
  });
  await page.goto(`${url}/leadership-2055/events-series/${seriesId}`);
  await expectShown(page.getByText('The series is described'));
  await page.goto(`${url}/leadership-2055/events-series/${seriesId}/view`);
  await expectShown(page.getByText('Three days for people who lead.'));
});

test('FACE-59: the preview shows form and email, on a phone and in the dark scheme, and follows no link', async () => {
  const page = await openEdit(product, seriesId);
  await choose(page, 'What is shown', 'Form');
  const form = inPreview(page, 'form');
  await expectShown(form.getByRole('button', { name: 'Submit' }));
  await choose(page, 'Width', 'Phone');
  await choose(page, 'Colour scheme of the preview', 'Dark');
  await expect
    .poll(async () => form.locator('html').evaluate((html) => [html.dataset.theme, html.clientWidth]))
    .toEqual(['dark', PHONE.width]);
  await form.getByRole('link').first().click();
  await expectShown(form.getByRole('button', { name: 'Submit' }));

  await choose(page, 'What is shown', 'Email');
  await expectShown(page.getByRole('definition').filter({ hasText: 'Thursday 26 November 2054, 09:30 GMT' }));
  await expectShown(inPreview(page, 'email').getByText('Hello Alex,'));
  const ground = inPreview(page, 'email').locator('body');
  expect(await ground.evaluate((body) => getComputedStyle(body).backgroundColor)).toBe('rgb(17, 17, 22)');
  await page.getByText('Plain text', { exact: true }).click();
  await expectShown(page.locator('pre').filter({ hasText: /^Hello Alex,\n/ }));
});

test('FACE-59: mistakes are reported at their inputs, and a colleague’s look and speakers at theirs', async () => {
  const page = await openEdit(product, seriesId);
  await page.getByLabel('Accent colour').fill('teal');
  await buttonOf(page, 'Save').click();
  await expect.poll(async () => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('theme.accent');
  await addSpeaker(page, ' ', 'Coach');
  await expectShown(inPreview(page, 'page').getByRole('heading', { name: 'Leadership Essentials' }));
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText('Please enter a name'));
  await expectShown(page.getByText('Please enter a colour such as #0f766e'));
  await expectAccessibleViews(page, { fits: true });
  await page.getByLabel('Name', { exact: true }).fill('Tom Ellery');
  await page.getByRole('button', { name: 'Teal', exact: true }).click();
  const remote = { accent: '#b3261e', font: 'narrow', scheme: 'auto', logo: null } as const;
  const speakers = JSON.stringify([{ id: crypto.randomUUID(), name: 'Siân Prosser', role: null, picture: null }]);
  await saveMeanwhile(page, '**/edit', async () =>
    db.updateTable('forms').set({ theme: remote, speakers, version: 2, field_versions: '{"theme":2,"speakers":2}' }).execute(),
  );
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText('accent colour #b3261e, font Narrow, colour scheme Match device, logo none'));
  await expectShown(page.locator('[data-remote="speakers"]').getByText('Siân Prosser'));
  await buttonOf(page, 'Use theirs: Speakers').click();
  await expectFocused(page.getByRole('button', { name: 'Drag Siân Prosser' }));
  await buttonOf(page, 'Keep mine: Look').click();
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await stored()).toMatchObject({ theme: { accent: '#0f6b66', font: 'system' }, speakers: [{ name: 'Siân Prosser' }] });
});
