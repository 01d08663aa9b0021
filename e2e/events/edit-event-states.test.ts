import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LOADING } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { buildPicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

/** Holds requests to these addresses until it is told to refuse them. */
async function hold(page: Page, addresses: RegExp): Promise<{ refuse: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.fulfill({ status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not now.' } });
  });
  return { refuse: resolve };
}

test('while the event and then its attendees load, the page says so; a failure of either shows its reason, and Retry reads it', async () => {
  const series = await buildPicturedSeries(db);
  const page = await openPage(browser, { storageState });
  const retry = page.getByRole('button', { name: 'Retry' });
  const expectBothStates = async (refuse: () => void) => {
    await page.getByText(LOADING).waitFor();
    await expectAccessibleViews(page);
    refuse();
    await page.getByText('Error: Not now.').waitFor();
    await expectAccessibleViews(page);
    await page.unrouteAll();
  };

  const { refuse: refuseEvent } = await hold(page, /[?&]limit=1$/);
  await page.goto(`${url}${series.path}/event/${series.events.full}/edit`);
  await expectBothStates(refuseEvent);
  expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);

  const { refuse: refuseAttendees } = await hold(page, /[?&]limit=100$/);
  await retry.click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await expectBothStates(refuseAttendees);
  await retry.click();
  await expectShown(page.getByLabel('Email of Amara Nwosu', { exact: true }));
});
