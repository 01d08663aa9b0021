import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LOADING } from '#contract/texts/staff.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { url, db, browser, storageState, open } = await startStaffProduct();

const portrait = (page: Page) => page.getByRole('button', { name: /^Account of/ });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Calendar feed' });

async function openFeeds(page: Page) {
  await portrait(page).click();
  await page.getByRole('menuitem', { name: 'Calendar feed…' }).click();
  await expectShown(dialogOf(page).getByText('Subscribe to all events, or to one series, in your own calendar.'));
  return dialogOf(page);
}

test('ICS-24: a feed of one series is created in the account menu, its address is shown once, and works until it is removed', async () => {
  await buildSeries(db, { title: 'Workplace Safety' });
  const page = await open('/home');
  const dialog = await openFeeds(page);
  await dialog.getByLabel('Events of').selectOption('Workplace Safety');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = dialog.getByRole('region', { name: 'New address' });
  await expectShown(shown);
  await expectShown(dialog.getByText('Not read yet'));
  const address = await shown.locator('code').innerText();
  expect(address).toMatch(/^http:\/\/[^/]+\/calendar\/[\w-]{22}\.ics$/);
  expect(await shown.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(address.replace('http:', 'webcal:'));
  await expectAccessibleViews(page);
  const read = async () => (await fetch(address)).status;
  expect(await read()).toBe(200);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocused(portrait(page));
  await page.reload();
  await openFeeds(page);
  await expectShown(dialog.getByText('Last read today'));
  expect(await dialog.innerText()).not.toContain('.ics');
  await dialog.getByRole('button', { name: 'Remove the calendar feed for Workplace Safety' }).click();
  await dialog.getByRole('listitem').waitFor({ state: 'detached' });
  expect(await read()).toBe(404);
});

test('ICS-24: while the series to choose from load it says so; a failed read offers Retry', async () => {
  await buildSeries(db, { title: 'Workplace Safety' });
  const page = await openPage(browser, { storageState });
  const release = await holdRequests(page, /\/api\/event_series(\?|$)/, lose);
  await page.goto(`${url}/needs-attention`);
  const dialog = await openFeeds(page);
  const choice = dialog.getByLabel('Events of');
  expect([await choice.isDisabled(), await choice.locator('option').allInnerTexts()]).toEqual([true, [LOADING]]);
  release();
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await dialog.getByText('Error: The server could not be reached.').waitFor();
  await page.unrouteAll();
  await retry.click();
  await choice.selectOption('Workplace Safety');
});
