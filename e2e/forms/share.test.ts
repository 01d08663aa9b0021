import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, openBrowser, openPage, PHONE, signIn } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();

let page: Page;
let series: PicturedSeries;

beforeAll(async () => {
  page = await openPage(browser, { acceptDownloads: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, product.url, /Robin Hale/);
  series = await buildPicturedSeries(db);
});

async function openShare(path: string) {
  await page.goto(product.url + path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Share the form' });
  await panel.getByRole('img', { name: 'QR code for the form' }).waitFor();
  return panel;
}

test('EXTRA-18: Share gives the link of the form, and Copy copies it', async () => {
  const panel = await openShare(series.path);
  const link = await panel.getByLabel('Link to the form').inputValue();
  await panel.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Link copied to clipboard!').waitFor();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(link);
  expect((await fetch(link)).status).toBe(200);
  await expectAccessibleViews(page);
  await page.setViewportSize(PHONE);
  const label = page.getByRole('button', { name: 'Screen Options' }).locator('.mantine-Button-label');
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('button', { name: 'Share', exact: true }));
});

test('EXTRA-18: the QR code is saved as PNG and as SVG', async () => {
  const panel = await openShare(series.path);
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'PNG' }).click()]);
  const file = fs.readFileSync(await download.path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect(download.suggestedFilename()).toMatch(/-qr-code\.png$/);
  const [svg] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'SVG' }).click()]);
  expect(fs.readFileSync(await svg.path(), 'utf8')).toMatch(/^<svg xmlns[\s\S]*<\/svg>\n$/);
});

test('EXTRA-18: a marketing form is shared in the same way', async () => {
  const id = await buildMarketingForm(db, { title: 'The hybrid playbook' });
  const panel = await openShare(`/the-hybrid-playbook/form/${id}`);
  expect(await panel.getByLabel('Link to the form').inputValue()).toBe(`${product.url}/the-hybrid-playbook/form/${id}/view`);
});
