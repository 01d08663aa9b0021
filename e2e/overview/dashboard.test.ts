import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const DAY_MS = 86_400_000;
const FIRST_SCREEN_MAX_BYTES = { js: 227_000, both: 250_000 };
const { db, url, browser, storageState, open } = await startStaffProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
});

const openDashboard = () => open('/home');

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS - 60_000);
const card = (page: Page, title: string) => page.getByRole('region', { name: 'Event series' }).getByRole('link', { name: title });
const wordsOf = async (locator: Locator) => (await locator.textContent())?.replaceAll(/\s+/g, ' ').trim();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New event series' });

describe('the cards', () => {
  test('DASH-1, DASH-3, DASH-4, DASH-5: show title, counts of visible events, and the next event with its date', async () => {
    const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
    const soon = await buildEvent(db, seriesId, { title: 'Soon', starts_at: inDays(6) });
    const later = await buildEvent(db, seriesId, { title: 'Later', starts_at: inDays(20) });
    const hidden = await buildEvent(db, seriesId, { title: 'Hidden', starts_at: inDays(1), is_on_form: false });
    await addAttendees(db, seriesId, [soon, later], [{ email: 'a@x.example' }, { email: 'A@X.example' }, { email: 'b@x.example' }]);
    await addAttendees(db, seriesId, [hidden], [{ email: 'only-hidden@x.example' }]);
    const page = await openDashboard();
    await page.getByRole('heading', { level: 1, name: 'Events Hub' }).waitFor();
    const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'short', year: 'numeric' });
    const words = await wordsOf(card(page, 'Leadership Essentials'));
    expect(words).toContain('Leadership Essentials2 Signups 2 EventsNext Event in 6 days');
    expect(words).toContain(date.format(inDays(6)).replace('Sept', 'Sep'));
  });

  test('USE-28: footers and figures of neighbouring cards are aligned, however long their titles are', async () => {
    for (const title of ['Open Days', 'A title that takes more than one line of its card, '.repeat(3).trim()])
      await buildSeries(db, { title });
    const page = await openDashboard();
    await card(page, 'Open Days').waitFor();
    const topOf = async (title: string, part: string) => (await card(page, title).locator(part).first().boundingBox())?.y;
    for (const part of ['[data-foot]', 'strong']) expect(await topOf('Open Days', part)).toBe(await topOf('A title that', part));
  });

  test('CONST-4: without a future date the line says 0 days, in grey', async () => {
    const seriesId = await buildSeries(db, { title: 'Open Days' });
    await buildEvent(db, seriesId, { starts_at: inDays(-3) });
    const page = await openDashboard();
    const words = await wordsOf(card(page, 'Open Days'));
    expect(words).toContain('Next Event in 0 days No upcoming event');
  });

  test('DASH-13, R21: a card leads to its series, by its slug, with the focus on the heading', async () => {
    const seriesId = await buildSeries(db, { title: 'New Managers’ Breakfasts' });
    const page = await openDashboard();
    await card(page, 'New Managers’ Breakfasts').press('Enter');
    await page.waitForURL(`${url}/new-managers%E2%80%99-breakfasts/events-series/${seriesId}`);
    const heading = page.getByRole('heading', { level: 1, name: 'New Managers’ Breakfasts' });
    await heading.waitFor();
    await expectFocused(heading);
    await expect.poll(async () => page.title()).toBe('New Managers’ Breakfasts - Turnout');
  });
});

describe('the create dialog', () => {
  test('DASH-9, DASH-11, DASH-12: the add-card opens it, Enter creates and leads to the new series', async () => {
    await buildSeries(db, { title: 'First' });
    const page = await openDashboard();
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByLabel('Title').fill('  Spring Open Days 2027 ');
    await page.getByLabel('Title').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Spring Open Days 2027' }).waitFor();
    const [row] = await db.selectFrom('forms').select(['id', 'title']).where('title', '!=', 'First').execute();
    expect(row?.title).toBe('Spring Open Days 2027');
    expect(new URL(page.url()).pathname).toBe(`/spring-open-days-2027/events-series/${row?.id}`);
  });

  test('a blank title, or one that the server refuses, is refused at the field, which keeps the focus', async () => {
    const page = await openDashboard();
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByLabel('Title').fill('   ');
    await page.getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('Please enter a title').waitFor();
    await expectFocused(page.getByLabel('Title'));
    expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
    expect(await db.selectFrom('forms').select('id').execute()).toEqual([]);
    await page.getByLabel('Title').fill('Now with a title');
    await dialog(page).getByText('Please enter a title').waitFor({ state: 'hidden' });
    const errors = [{ path: 'title', message: 'This title is refused' }];
    const refusal = { type: 'about:blank', title: 'Invalid', status: 400, detail: 'Invalid', errors };
    await page.route('**/api/event_series/add', async (route) => route.fulfill({ status: 400, json: refusal }));
    await page.getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('This title is refused').waitFor();
    await expectFocused(page.getByLabel('Title'));
    expect(await page.getByLabel('Title').inputValue()).toBe('Now with a title');
  });

  test('a lost answer keeps what was typed; the next attempt adds the series once', async () => {
    const page = await openDashboard();
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.route(
      '**/api/event_series/add',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByLabel('Title').fill('Only once');
    await page.getByLabel('Title').press('Enter');
    await dialog(page).getByText('The server could not be reached.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Only once');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Only once' }).waitFor();
    expect(await db.selectFrom('forms').select('title').execute()).toEqual([{ title: 'Only once' }]);
  });

  test('Cancel and Escape close it and return the focus', async () => {
    await buildSeries(db, { title: 'First' });
    const page = await openDashboard();
    const opener = page.getByRole('button', { name: 'Add event series' });
    for (const close of ['Cancel', 'Escape']) {
      await opener.press('Enter');
      await page.getByLabel('Title').fill('Never mind');
      if (close === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
      else await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await expectFocused(opener);
    }
    await opener.press('Enter');
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });
});

test('the first screen loads at most 227 kB of compressed scripts, and 250 kB with its styles', async () => {
  const page = await openDashboard();
  await page.getByText('No event series yet').waitFor();
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.(?:js|css)$/.test(name)),
  );
  const sizeOf = async (kind: string) => {
    const sizes = await Promise.all(
      files
        .filter((file) => file.endsWith(kind))
        .map(async (file) => {
          const { headers } = await fetch(file, { headers: { 'accept-encoding': 'gzip' } });
          expect(headers.get('content-encoding')).toBe('gzip');
          return Number(headers.get('content-length'));
        }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [script, style] = [await sizeOf('.js'), await sizeOf('.css')];
  expect(script).toBeGreaterThan(50_000);
  expect(style).toBeGreaterThan(5000);
  expect(script).toBeLessThanOrEqual(FIRST_SCREEN_MAX_BYTES.js);
  expect(script + style).toBeLessThanOrEqual(FIRST_SCREEN_MAX_BYTES.both);
});

describe('the states of the page', () => {
  test('while loading it shows the frame, cards side by side and "Loading..."', async () => {
    const page = await openPage(browser, { storageState });
    await page.route('**/api/event_series', async () => new Promise(() => undefined));
    await page.goto(`${url}/home`);
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
    await page.getByRole('heading', { name: 'Event series' }).waitFor();
    expect(await page.getByRole('region', { name: 'Event series' }).getByRole('listitem').count()).toBe(5);
    await expectAccessibleViews(page);
  });

  test('a failure shows its reason, and Retry loads the page', async () => {
    await buildSeries(db, { title: 'Still here' });
    const page = await openPage(browser, { storageState });
    await page.route('**/api/event_series', async (route) => route.abort());
    await page.goto(`${url}/home`);
    await page.getByText('Error: The server could not be reached.').waitFor();
    await expectAccessibleViews(page);
    await page.unroute('**/api/event_series');
    await page.getByRole('button', { name: 'Retry' }).click();
    await card(page, 'Still here').waitFor();
  });

  test('a lost connection is reported, and the page loads when it is back', async () => {
    const page = await openDashboard();
    await page.getByText('No event series yet').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await expectAccessibleViews(page);
    await buildSeries(db, { title: 'Added elsewhere' });
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await expectShown(card(page, 'Added elsewhere'));
  });

  test('USE-28: axe finds nothing while it is empty, in the dialog that its empty card opens, and with cards', async () => {
    const page = await openDashboard();
    await page.getByText('No event series yet').waitFor();
    await expectAccessibleViews(page);
    await page.getByRole('button', { name: 'Add your first series' }).click();
    await page.getByLabel('Title').press('Enter');
    await dialog(page).getByText('Please enter a title').waitFor();
    await expectAccessibleViews(page);
    const seriesId = await buildSeries(db, { title: `A long title ${'without'.repeat(20)} end` });
    await buildEvent(db, seriesId, { starts_at: inDays(400) });
    await page.goto(`${url}/home`);
    await page.getByText('1 Event').or(page.getByText('Next Event in')).first().waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
