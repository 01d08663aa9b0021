import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openBrowser, openPage, signIn } from '../support/browser.ts';
import { openBuilder } from '../support/builder-form.ts';
import { exportBy } from '../support/export.ts';
import { startProduct } from '../support/product.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

/** The minimum age of a form token in posts without script. */
const RIPE_MS = 2_100;

const product = await startProduct();
afterAll(async () => product.stop());
const browser = await openBrowser();

async function addEvent(page: Page, event: { title: string; day: RegExp; isBrunch: boolean }): Promise<void> {
  await page.getByRole('link', { name: 'Add Event' }).click();
  await page.getByLabel('Title').fill(event.title);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  if (event.isBrunch) await page.getByLabel('Brunch event').check();
  await page.getByLabel('Not in Google Calendar').uncheck();
  await page.getByLabel('Calendar ID').fill('c_spring');
  await page.getByRole('button', { name: 'Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Date and time' });
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.getByRole('button', { name: event.day }).click();
  await dialog.getByLabel('Hours').fill('10');
  await dialog.getByLabel('Minutes').fill('30');
  await dialog.getByRole('button', { name: 'Use this date and time' }).click();
  await page.getByRole('button', { name: 'Add Event' }).click();
  await page.getByRole('article', { name: event.title }).waitFor();
}

/** Adds fields of all five types, including a brunch menu, and moves one. */
async function buildForm(page: Page, address: string): Promise<string[]> {
  const builder = await openBuilder(page, address);
  const { panel } = builder;
  const add = async (label: string) => {
    await panel.getByLabel('Label').fill(label);
    await panel.getByRole('button', { name: 'Add field' }).click();
    await builder.row(label).waitFor();
  };
  await add('Dietary needs');
  await builder.chooseType('Text Area');
  await add('What would you like to discuss?');
  await builder.chooseType('Checkbox');
  await panel.getByText('Is this field mandatory?').click();
  await add('I have read the house rules');
  await builder.chooseType('Select Field');
  await panel.getByLabel('Option 1').fill('Full English');
  await panel.getByRole('button', { name: 'Add another option' }).click();
  await panel.getByLabel('Option 2').fill('Vegetarian');
  await panel.getByText('Is this a brunch menu?').click();
  await panel.getByRole('combobox', { name: 'Select the event to which this menu applies' }).click();
  await page.getByRole('option', { name: 'Spring brunch' }).click();
  await add('Brunch menu');
  await builder.chooseType('Disclaimer');
  await add('We keep your details for one year.');
  await page.getByRole('button', { name: 'Move Brunch menu up' }).click();
  await page.getByRole('button', { name: 'Move Brunch menu up' }).click();
  await builder.saveButton.click();
  await page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }).waitFor();
  await page.reload();
  await builder.row('Brunch menu').waitFor();
  return builder.labels();
}

async function signUpWithScript(address: string): Promise<void> {
  const page = await openPage(browser);
  await openForm(page, address);
  expect(await sendButton(page).isDisabled()).toBe(true);
  await fillPerson(page);
  await page.getByRole('checkbox', { name: /Leading through change/ }).check();
  expect(await page.getByLabel('Brunch menu').count()).toBe(0);
  await page.getByRole('checkbox', { name: /Spring brunch/ }).check();
  await page.getByLabel('Brunch menu').selectOption('Vegetarian');
  await page.getByLabel('Dietary needs').fill('No nuts');
  await sendButton(page).click();
  await page.getByText('This field is required').waitFor();
  await page.getByLabel('I have read the house rules').check();
  await page.waitForTimeout(RIPE_MS);
  await sendButton(page).click();
  await page.getByRole('dialog').getByText('Success!').waitFor();
  await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
}

async function signUpWithoutScript(address: string): Promise<void> {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(address);
  await fillPerson(page, { 'First name': 'Björn', Email: 'bjorn@kestrel.example' });
  await page.getByRole('checkbox', { name: /Leading through change/ }).check();
  await page.getByLabel('I have read the house rules').check();
  await page.waitForTimeout(RIPE_MS);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Thank you, Björn' }).waitFor();
}

test('staff make a series with events and a form, visitors sign up, the attendees are exported as CSV', async () => {
  const page = await openPage(browser);
  await signIn(page, product.url, /Robin Hale/);

  await page.getByRole('button', { name: 'Add event series' }).click();
  await page.getByLabel('Title').fill('Spring Breakfasts');
  await page.getByLabel('Title').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Spring Breakfasts' }).waitFor();
  const seriesPath = new URL(page.url()).pathname;
  expect(seriesPath).toMatch(/^\/spring-breakfasts\/events-series\/[0-9a-f-]{36}$/);

  await addEvent(page, { title: 'Leading through change', day: /^14 /, isBrunch: false });
  await addEvent(page, { title: 'Spring brunch', day: /^15 /, isBrunch: true });

  expect(await buildForm(page, `${product.url}${seriesPath}/create`)).toEqual([
    'Dietary needs',
    'Brunch menu',
    'What would you like to discuss?',
    'I have read the house rules',
    'We keep your details for one year.',
  ]);

  await signUpWithScript(`${product.url}${seriesPath}/view`);
  await signUpWithoutScript(`${product.url}${seriesPath}/view`);

  await page.goto(`${product.url}${seriesPath}`);
  const card = page.getByRole('article', { name: 'Leading through change' });
  await card.getByRole('button', { name: 'Attendees', exact: true }).click();
  await card.getByRole('button', { name: 'Details of Maria Okafor' }).click();
  for (const answer of ['Vegetarian', 'No nuts', 'maria.okafor@brightwater.example']) await card.getByText(answer).first().waitFor();

  const download = await exportBy(card.getByRole('button', { name: 'Export', exact: true }));
  expect(download.suggestedFilename()).toMatch(/^Leading through change - [0-9a-f-]{36} - \d\d-\d\d-\d{4}\.csv$/);
  const csv = fs.readFileSync(await download.path(), 'utf8');
  expect(csv.startsWith('\uFEFF"first_name",')).toBe(true);
  expect(csv).toContain('Björn');
  expect(csv).toContain('Vegetarian');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(3);

  await page.goto(`${product.url}/home`);
  const seriesCard = page.getByRole('region', { name: 'Event series' }).locator(`a[href="${seriesPath}"]`);
  await expect.poll(async () => seriesCard.textContent()).toMatch(/(?<!\d)2 Signups/);

  await page.getByRole('button', { name: /account|Robin Hale/i }).click();
  const backFromProvider = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: /sign in/i }).waitFor();
  // The session also ends at the provider, whose page leads back here.
  await backFromProvider;
  expect(page.url()).toBe(`${product.url}/`);
  await page.goto(`${product.url}${seriesPath}`);
  await page.getByRole('button', { name: /sign in/i }).waitFor();
}, 180_000);
