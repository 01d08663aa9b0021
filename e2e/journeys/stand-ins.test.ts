import { afterAll, expect, test } from 'vitest';
import { buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, buildSignUp } from '#server/testing/worker.ts';
import { serveArrivals } from '../../scripts/stand-ins/page.ts';
import { expectAccessible, expectShown, openPage } from '../support/browser.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, world, browser } = await startServiceProduct();
const { url, close } = await serveArrivals(world, 0);
afterAll(close);

test('the side effects of a sign-up appear on the stand-ins’ page without a reload, with the mail as its reader sees it', async () => {
  const page = await openPage(browser);
  await page.goto(url);
  await expectShown(page.getByText('No mail yet'));
  await expectAccessible(page);
  const id = await buildSeries(db, { ...ASKS_FOR_ALL, title: 'Spring training', email_template: '<p>Dear <b>%FNAME%</b></p>' });
  await buildSignUp(db, { form_id: id });
  const mail = page
    .getByRole('region', { name: 'Mail' })
    .getByRole('article')
    .filter({ hasText: 'ada@example.com' })
    .filter({ hasText: 'Welcome to Spring training' });
  await expectShown(mail);
  await expectShown(mail.frameLocator('iframe').locator('b').getByText('Ada'));
  await expectShown(
    page.getByRole('region', { name: 'Slack' }).getByRole('heading', { name: 'New sign-up for Spring training: Ada Lovelace' }),
  );
  await expectShown(page.getByRole('region', { name: 'Copper' }).getByRole('heading', { name: 'Ada Lovelace' }));
  expect(await page.getByText('yet:').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Slack' }).selectOption('refuses');
  await page.getByRole('region', { name: 'Slack' }).getByRole('button', { name: 'Set' }).click();
  await expect.poll(async () => page.getByRole('combobox', { name: 'Slack' }).inputValue()).toBe('refuses');
});
