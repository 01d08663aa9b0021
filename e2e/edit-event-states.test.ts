import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { LOADING } from '#contract/texts/staff.ts';
import { expectAccessibleInAllLooks, expectShown, openBrowser, openPage, signedInState } from './browser.ts';
import { closePage } from './kept-pages.ts';
import { startFormProduct } from './public-forms.ts';
import { buildPicturedSeries } from './series-rows.ts';

const { product, db, stop } = await startFormProduct();
afterAll(stop);
const browser = await openBrowser();
const storageState = await signedInState(browser, product.url);

/** Holds what is asked of such addresses until it is told to refuse it. */
async function hold(page: Page, addresses: RegExp): Promise<{ refuse: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.fulfill({ status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not now.' } });
  });
  return { refuse: resolve };
}

test('while the event loads, then its attendees, the page says so; a failure of either says why, and Retry reads it', async () => {
  const series = await buildPicturedSeries(db);
  const page = await openPage(browser, { storageState });
  const retry = page.getByRole('button', { name: 'Retry' });
  const expectBothStates = async (refuse: () => void) => {
    await page.getByText(LOADING).waitFor();
    await expectAccessibleInAllLooks(page);
    refuse();
    await page.getByText('Error: Not now.').waitFor();
    await expectAccessibleInAllLooks(page);
    await page.unrouteAll();
  };

  const { refuse: refuseEvent } = await hold(page, /[?&]limit=1$/);
  await page.goto(`${product.url}${series.path}/event/${series.events.full}/edit`);
  await expectBothStates(refuseEvent);
  expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);

  const { refuse: refuseAttendees } = await hold(page, /[?&]limit=100$/);
  await retry.click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await expectBothStates(refuseAttendees);
  await retry.click();
  await expectShown(page.getByLabel('Email of Amara Nwosu', { exact: true }));
  await closePage(page);
});
