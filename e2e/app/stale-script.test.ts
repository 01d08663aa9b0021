import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { holdRequests } from '../support/requests.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

let seriesId = '';
let eventId = '';
let path = '';
let page: Page;
/** How often the page has been loaded since it was opened. */
let loads = 0;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  eventId = await buildEvent(db, seriesId, { title: 'Coaching skills' });
  path = `/leadership-essentials/events-series/${seriesId}`;
  page = await openPage(browser, { storageState });
  loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
});

const gone = async (route: Route): Promise<void> => route.fulfill({ status: 404, json: { title: 'Not Found' } });

/** Answers 404 for scripts with this name, as after an upgrade: permanently, or until the page is reloaded. */
async function takeAway(script: string, { until = 'ever' }: { until?: 'ever' | 'reload' } = {}): Promise<void> {
  await page.route(`**/assets/${script}-*.js`, async (route) => (until === 'ever' || loads < 2 ? gone(route) : route.continue()));
}

const failure = () => page.getByRole('alert').filter({ hasText: 'This part of Turnout could not be loaded.' });

test('USE-72: while a screen’s script takes long to load, a line below the top bar grows', async () => {
  await page.goto(url + path);
  const arrive = await holdRequests(page, '**/assets/statistics-*.js');
  await page.getByRole('link', { name: 'Statistics' }).click();
  const bar = page.getByRole('banner');
  const width = async () => bar.evaluate((element) => new DOMMatrix(getComputedStyle(element, '::after').transform).a);
  await expect.poll(width).toBeGreaterThan(0.2);
  expect(await bar.getAttribute('aria-busy')).toBe('true');
  arrive();
  await expectShown(page.getByText('Total events'));
  expect(await bar.getAttribute('aria-busy')).toBe('false');
});

describe('a screen whose script no longer exists', () => {
  test('reloads once, at its own address, and appears', async () => {
    await page.goto(url + path);
    await takeAway('statistics', { until: 'reload' });
    await page.getByRole('link', { name: 'Statistics' }).click();
    await expectShown(page.getByText('Total events'));
    expect(page.url()).toBe(`${url}${path}/statistics`);
    expect(loads).toBe(2);
    expect(await failure().count()).toBe(0);
  });

  test('shows a message if it is still missing, with a Reload button that works once it is back', async () => {
    await page.goto(url + path);
    await takeAway('statistics');
    await page.getByRole('link', { name: 'Statistics' }).click();
    await failure().getByText('Turnout may have been updated, so reload the page.').waitFor();
    expect(loads).toBe(2);
    await expectShown(page.getByRole('button', { name: /^Account of/ }));
    await expectAccessibleViews(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectShown(page.getByText('Total events'));
  });

  test('is not reloaded without a connection, where the browser would show its own error page', async () => {
    await page.goto(url + path);
    await page.getByText('Coaching skills').waitFor();
    // The browser may have it in its cache.
    await takeAway('statistics');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await failure().getByText('You are offline. When you are connected again, reload the page.').waitFor();
    expect(loads).toBe(1);
    await page.context().setOffline(false);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectShown(page.getByText('Total events'));
  });

  test('is not taken for an outdated one while the server is away', async () => {
    await page.goto(url + path);
    await page.getByText('Coaching skills').waitFor();
    await page.route(/\/assets\/statistics-|\/statistics$/, async (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Statistics' }).click();
    await failure().getByText('The server could not be reached. When you are connected again, reload the page.').waitFor();
    expect(loads).toBe(1);
  });

  test('asks about unsaved edits once, then appears', async () => {
    await page.goto(`${url}${path}/edit`);
    await page.getByLabel('Copper tag').fill('spring');
    await takeAway('series-events', { until: 'reload' });
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.getByRole('link', { name: 'Leadership Essentials' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await expectShown(page.getByText('Coaching skills'));
    expect(loads).toBe(2);
    expect(asked).toEqual([]);
  });
});

describe('a part of a screen whose script no longer exists', () => {
  test('a chart leaves the rest of its screen intact, and shows a message after one reload', async () => {
    await takeAway('week-chart');
    await page.goto(`${url}${path}/statistics`);
    await failure().waitFor();
    expect(loads).toBe(2);
    await expectShown(page.getByText('Table of values').first());
    await expectShown(page.getByText('Total events'));
    await expectAccessibleViews(page);
  });

  test('USE-73: a person who is opened offline leaves the page and its edits intact', async () => {
    await addAttendees(db, seriesId, [eventId], [{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }]);
    await page.goto(`${url}${path}?event=${eventId}`);
    await page.getByRole('button', { name: 'Details of Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Job title').fill('Director');
    await takeAway('person-panel');
    await page.context().setOffline(true);
    await page.getByText('Open person').click();
    await failure().getByText('You are offline. When you are connected again, save what you have typed, then reload the page.').waitFor();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Director');
    await page.context().setOffline(false);
  });

  test('a dialog without unsaved edits reloads the page once, then shows an alert whenever it is opened', async () => {
    await page.goto(`${url}/home`);
    await takeAway('add-dialog');
    await page.getByRole('button', { name: 'Add event series' }).click();
    await failure().waitFor();
    expect(loads).toBe(2);
    await failure().getByRole('button', { name: 'Close' }).click();
    await failure().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add event series' }).click();
    await failure().waitFor();
    await expectAccessibleViews(page);
    await page.unrouteAll();
    await failure().getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByRole('dialog', { name: 'New event series' }).waitFor();
  });

  test('with unsaved edits nothing reloads automatically, and Reload asks first', async () => {
    await page.goto(`${url}${path}/edit`);
    await page.getByLabel('Copper tag').fill('spring');
    await takeAway('find-palette');
    await page.getByLabel('Copper tag').press('Control+k');
    await failure().getByText('save what you have typed, then reload the page.').waitFor();
    await failure().getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(true);
    await page.getByLabel('Copper tag').press('Control+k');
    await failure().getByText('You are offline. When you are connected again, save what you have typed, then reload the page.').waitFor();
    await page.context().setOffline(false);
    expect(loads).toBe(1);
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
    const asks = page.waitForEvent('dialog');
    const clicked = failure().getByRole('button', { name: 'Reload' }).click();
    const question = await asks;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await clicked;
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(page.getByText('All changes saved'));
  });
});

test('USE-70: a screen that failed keeps what was typed until it is reloaded', async () => {
  await page.goto(`${url}${path}/edit`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Leadership at sea');
  await page.evaluate(() => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => {
        throw new Error('Counts cannot be shown.');
      },
    });
  });
  // Something else may have rendered the screen in the meantime, which then has failed already.
  const description = page.getByRole('textbox', { name: 'Description' }).first();
  await description.fill('Three days', { timeout: 2_000 }).catch(() => undefined);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(async () => title.inputValue()).toBe('Leadership at sea');
});
