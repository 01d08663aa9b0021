import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

const ids = { series: '', event: '', form: '' };
beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
  ids.series = await buildSeries(db, { title: 'Open Days, Spring' });
  ids.event = await buildEvent(db, ids.series, { title: 'Open morning' });
  ids.form = await buildMarketingForm(db, { title: 'Coaching brochure' });
});

const SERIES_SLUG = 'open-days%2C-spring';
const address = (page: Page): string => page.url().slice(url.length);
const steps = async (page: Page): Promise<number> => page.evaluate(() => window.history.length);

describe('any slug with an existing id opens the page, and the address bar gets the right slug', () => {
  test.each([
    ['events-series/{series}?event={event}&search=a%2Bb#event-{event}', SERIES_SLUG],
    ['events-series/{series}/show-disabled-events', SERIES_SLUG],
    ['events-series/{series}/statistics?from=2026-01-01&to=2026-02-01', SERIES_SLUG],
    ['events-series/{series}/create', SERIES_SLUG],
    ['events-series/{series}/edit', SERIES_SLUG],
    ['events-series/{series}/add', SERIES_SLUG],
    ['events-series/{series}/event/{event}/edit', SERIES_SLUG],
    ['form/{form}?filter=today', 'coaching-brochure'],
    ['form/{form}/edit', 'coaching-brochure'],
    ['form/{form}/create', 'coaching-brochure'],
    ['form/{form}/statistics?from=2026-01-01&to=2026-02-01', 'coaching-brochure'],
  ])('R21, D46: %s', async (pattern, slug) => {
    const rest = pattern.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);
    const page = await open('/home');
    await page.getByRole('heading', { level: 1, name: 'Events Hub' }).waitFor();
    const before = await steps(page);
    await page.goto(`${url}/a-former-name/${rest}`);
    await expect.poll(() => address(page)).toBe(`/${slug}/${rest}`);
    expect(await steps(page)).toBe(before + 1);
    await page.goBack();
    await page.waitForURL(`${url}/home`);
  });

  test('D46: an unknown id keeps its address', async () => {
    const page = await open('/any/events-series/019a0000-0000-7000-8000-000000000001/edit');
    await expectShown(page.getByRole('alert').getByText(/^Error: /));
    expect(address(page)).toBe('/any/events-series/019a0000-0000-7000-8000-000000000001/edit');
  });
});

test.each([
  ['events-series/{series}?event={event}', SERIES_SLUG],
  ['form/{form}', 'coaching-brochure'],
])('R21, R25: every link on %s has the slug of its form', async (pattern, slug) => {
  const page = await open(`/${slug}/${pattern.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name])}`);
  await expectShown(page.getByRole('link', { name: 'Write to attendees…' }));
  const links = await page
    .locator('a[href*="/events-series/"], a[href*="/form/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((link) => link?.startsWith(`/${slug}/`) !== true)).toEqual([]);
});

describe('a title that is changed', () => {
  test('D46: changes the address of its page and nothing else, even with unsaved edits', async () => {
    const page = await open(`/${SERIES_SLUG}/events-series/${ids.series}/edit`);
    const gate = Promise.withResolvers<void>();
    await page.route('**/edit', async (route) => {
      if (route.request().method() === 'POST') await gate.promise;
      await route.continue();
    });
    await page.getByLabel('Title', { exact: true }).fill('Autumn Days');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Copper tag').fill('autumn');
    gate.resolve();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    await expect.poll(() => address(page)).toBe(`/autumn-days/events-series/${ids.series}/edit`);
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('autumn');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectFocused(page.getByLabel('Copper tag'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(page.getByText('All changes saved'));
  });
});
