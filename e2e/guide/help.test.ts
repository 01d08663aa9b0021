import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleViews, openPage } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { url, browser, storageState } = await startStaffProduct();

let page: Page;
beforeEach(async () => {
  page = await openPage(browser, { storageState });
});

/** The addresses of the pages that the guide lists. */
const addresses = async (): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Pages of this guide' })
    .getByRole('link')
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));

test('EXTRA-31: Help in the account menu opens the guide in a new tab, by keyboard too', async () => {
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: /^Account of/ }).press('Enter');
  const help = page.getByRole('menuitem', { name: 'Help' });
  await help.focus();
  const [guide] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await guide.getByRole('heading', { level: 1, name: 'Turnout guide' }).waitFor();
  expect(guide.url()).toBe(`${url}/guide/`);
  await guide.getByRole('main').getByRole('link', { name: 'Your first series' }).click();
  await guide.getByRole('heading', { level: 1, name: 'Your first series' }).waitFor();
  await guide.close();
});

test('EXTRA-31: each page of the guide is accessible, shows its pictures, and fits a phone', async () => {
  await page.goto(`${url}/guide/`);
  const all = await addresses();
  expect(all.length).toBeGreaterThan(7);
  for (const address of all) {
    await page.goto(address);
    const broken = await page
      .locator('img')
      .evaluateAll((images: HTMLImageElement[]) => images.filter((image) => image.naturalWidth === 0));
    expect([address, broken]).toEqual([address, []]);
    await expectAccessibleViews(page, { fits: true });
  }
});

test('EXTRA-31: the guide is read without signing in, and the first Tab skips to the text', async () => {
  const visitor = await openPage(browser);
  await visitor.goto(`${url}/guide/form.html`);
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Enter');
  await expect.poll(async () => visitor.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
});
