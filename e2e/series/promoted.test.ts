import { expect, test } from 'vitest';
import { expectShown, openPage } from '../support/browser.ts';
import { buildLimitedSeries } from '../support/limited-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

test('WTL-19: after the maximum was raised it is said how many people were offered a place, without who is passed over', async () => {
  const series = await buildLimitedSeries(db, 'offer');
  const page = await openPage(browser, { storageState });
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  const maximum = page.getByRole('textbox', { name: 'Maximum participants', exact: true });
  await maximum.fill('31');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectShown(page.getByText('2 people were offered a place.', { exact: true }));
  const offered = await db.selectFrom('submission_events').select('status').where('status', '=', 'offered').execute();
  expect(offered).toHaveLength(3);
});
