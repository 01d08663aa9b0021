import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { fillPerson, fillSeriesForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

// The form without script.
const visit = await visitSampleSeries({ javaScriptEnabled: false });
const { submissions, brunchBox } = visit;
let page: Page;

/** The minimum age of a form token. */
const RIPE_MS = 2_100;

beforeEach(() => {
  ({ page } = visit.now());
});

const goto = async (query = '') => page.goto(visit.now().running.product.url + visit.now().series.path + query);

test('EXTRA-6, EMB-2: a visitor signs up, and the page says for what', async () => {
  await goto('?redirectTo=https%3A%2F%2Fhost.example%2Fthanks');
  expect(await sendButton(page).isEnabled()).toBe(true);
  await fillSeriesForm(page);
  await brunchBox().check();
  await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
  await page.waitForTimeout(RIPE_MS);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
  expect(await page.title()).toBe('Success! Spring leadership series 2027 – Northfield Training');
  expect(await page.getByRole('listitem').count()).toBe(2);
  expect(await page.getByRole('link', { name: 'Continue to host.example' }).getAttribute('href')).toBe('https://host.example/thanks');
  await page.reload();
  await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
  expect(await submissions()).toMatchObject([{ first_name: 'Maria', answers: { brunch_menu: 'Smoked salmon' } }]);
  await page.getByRole('link', { name: 'Sign up another person' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('');
});

test('EMB-2: errors show at their fields with what was typed, and the first invalid field has the focus', async () => {
  await goto();
  await fillSeriesForm(page, { 'Last name': '', Email: 'maria@' });
  await sendButton(page).click();
  await page.getByRole('alert').getByText('Please check 2 answers').waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await page.locator('.error').allTextContents()).toEqual([
    'Error: Last name is required',
    'Error: Please enter a valid email address',
  ]);
  expect(await page.locator(':focus').getAttribute('id')).toBe('last_name');
  expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
  expect(await page.getByRole('checkbox', { name: /Leading hybrid teams/ }).isChecked()).toBe(true);
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Email', { exact: true }).fill('maria@brightwater.example');
  await page.waitForTimeout(RIPE_MS);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
});

test('VAL-2: the focus goes to the first invalid field of the page, not to that with the lowest order', async () => {
  await goto();
  await fillPerson(page);
  await brunchBox().check();
  await sendButton(page).click();
  await page.getByRole('alert').getByText('Please check 3 answers').waitFor();
  expect(await page.locator(':focus').getAttribute('id')).toBe(await page.getByLabel('Brunch menu').getAttribute('id'));
});

test('brunch fields are below their event', async () => {
  await goto();
  expect(await page.getByRole('group', { name: 'Brunch: coaching for results' }).getByLabel('Brunch menu').isVisible()).toBe(true);
});

test('EMB-17: a page without script is not counted as a view', async () => {
  const { running, series } = visit.now();
  await goto();
  await page.waitForLoadState('networkidle');
  expect(await running.db.selectFrom('view_counts').selectAll().where('form_id', '=', series.id).execute()).toEqual([]);
});
