import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, expectShown, hammer } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

let seriesId = '';
let path = '';

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  path = `/leadership-essentials/events-series/${seriesId}`;
  const visible = await buildEvent(db, seriesId, { title: 'On the form' });
  const hidden = await buildEvent(db, seriesId, { title: 'Behind the scenes', is_on_form: false });
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  await addAttendees(db, seriesId, [visible], [{}]);
  await addAttendees(db, seriesId, [visible, hidden], [{}]);
  await addAttendees(db, seriesId, [hidden], [{}]);
});

async function openSeries(): Promise<Page> {
  const page = await open('/home');
  await page.getByRole('link', { name: 'Leadership Essentials' }).click();
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  return page;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const shownPath = (page: Page): string => new URL(page.url()).pathname;

describe('the head', () => {
  test('R5, SER-1: names the series and has the tabs Events, Statistics, Form and Modify Form', async () => {
    const page = await openSeries();
    const tabs = page.getByRole('navigation', { name: 'Series' }).getByRole('link');
    expect(await tabs.evaluateAll((links) => links.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]))).toEqual([
      ['Events', path],
      ['Statistics', `${path}/statistics`],
      ['Form', `${path}/view`],
      ['Modify Form', `${path}/create`],
    ]);
    expect(await page.getByRole('link', { name: 'Events', exact: true }).getAttribute('aria-current')).toBe('page');
  });

  test.each([
    ['', 'Leadership Essentials'],
    ['/statistics', 'Statistics - Leadership Essentials'],
    ['/create', 'Modify Form - Leadership Essentials'],
    ['/show-disabled-events', 'Hidden events - Leadership Essentials'],
    ['/mailings', 'Mailings - Leadership Essentials'],
  ])('USE-74: browser tabs can be distinguished: %s', async (part, title) => {
    const page = await open(`${path}${part}`);
    await expect.poll(async () => page.title()).toBe(`${title} - Turnout`);
  });

  test('EMB-13, D31: the Form tab opens the public page itself in a new tab', async () => {
    const page = await openSeries();
    const opens = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Form/ }).click();
    const form = await opens;
    await form.getByLabel('First name').waitFor();
    expect(shownPath(form)).toBe(`${path}/view`);
  });

  test('R19: the address without a slug shows the same page', async () => {
    const page = await openSeries();
    await page.goto(`${url}/events-series/${seriesId}`);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Leadership Essentials' }));
    await expectShown(page.getByText('On the form', { exact: true }));
  });

  test('R24: a navigation starts at the top, with the focus on the heading', async () => {
    for (let count = 0; count < 12; count += 1) await buildEvent(db, seriesId, { title: `Event ${count}` });
    const page = await openSeries();
    await page.getByText('Event 11').waitFor();
    await page.evaluate(() => window.scrollTo(0, 600));
    await page.getByRole('link', { name: 'Modify Form' }).click();
    await page.waitForURL(`${url}${path}/create`);
    await expect.poll(async () => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(async () => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.goBack();
    await page.waitForURL(`${url}${path}`);
    await page.getByText('Event 11').waitFor();
    await expect.poll(async () => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('SER-17: an unknown series says so, with a back link', async () => {
    const page = await openSeries();
    await page.goto(`${url}/gone/events-series/019a0000-0000-7000-8000-000000000001`);
    await page
      .getByRole('alert')
      .getByText(/^Error: /)
      .waitFor();
    await page.getByText('It may have been deleted, or the address is wrong.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Events Hub' }).waitFor();
    await expectAccessibleViews(page);
  });

  test('SER-16, SER-17: while it loads it says "Loading...", a failure has Retry', async () => {
    const page = await openSeries();
    const release = await holdRequests(page, `**/api/event_series/${seriesId}?*`, lose);
    await page.reload();
    await page.getByText('Loading...').waitFor();
    await expectAccessibleViews(page);
    release();
    await page.getByText('Error: The server could not be reached.').waitFor();
    await expectAccessibleViews(page);
    await page.unroute(`**/api/event_series/${seriesId}?*`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByText('On the form', { exact: true }));
  });
});

describe('the settings menu', () => {
  test('SER-2: the Settings menu has the specified items', async () => {
    const page = await openSeries();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Edit Series' }).waitFor();
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(
      items.filter(
        (item) => !['Embed code…', 'Copy Series…', 'Mailings', SHOW_SETUP_LIST, 'Archive', 'Archive and close the form'].includes(item),
      ),
    ).toEqual(['Show disabled events', 'Edit Series', 'Delete Series']);
    await expectAccessibleViews(page, { fits: true });
  });

  test('SER-2, R6: shows the disabled events instead of the visible ones, and back', async () => {
    const page = await openSeries();
    await choose(page, 'Show disabled events');
    await page.waitForURL(`${url}${path}/show-disabled-events`);
    await page.getByText('Behind the scenes').waitFor();
    expect(await page.getByText('On the form', { exact: true }).count()).toBe(0);
    await page.getByText('1 event hidden').waitFor();
    await choose(page, 'Hide disabled events');
    await page.waitForURL(`${url}${path}`);
    await page.getByText('On the form', { exact: true }).waitFor();
  });

  test('works by keyboard alone, and returns the focus', async () => {
    const page = await openSeries();
    const button = page.getByRole('button', { name: 'Settings' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.evaluate(() => document.activeElement?.textContent)).toBe('Show disabled events');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit Series');
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(async () => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete Series');
    await page.keyboard.press('Escape');
    await expectFocused(button);
  });

  test.each(['', '/show-disabled-events'])('SER-3: Add Event is at the bottom of a series without events too: %s', async (part) => {
    const fresh = `/fresh/events-series/${await buildSeries(db, { title: 'Fresh' })}`;
    const page = await open(fresh + part);
    const bar = page.locator('[data-bottom-bar]').getByRole('link', { name: 'Add Event' });
    await bar.waitFor();
    expect(await page.getByRole('link', { name: 'Add Event' }).count()).toBe(1);
    await bar.click();
    await page.waitForURL(`${url}${fresh}/add`);
  });

  test('SER-3: Add Event stays in view at the bottom', async () => {
    for (let count = 0; count < 12; count += 1) await buildEvent(db, seriesId, { title: `Event ${count}` });
    const page = await openSeries();
    await page.getByText('Event 11').waitFor();
    const placeOf = async () => page.getByRole('link', { name: 'Add Event' }).evaluate((link) => link.getBoundingClientRect().bottom);
    const place = await placeOf();
    expect([place > DESKTOP.height - 80, place <= DESKTOP.height]).toEqual([true, true]);
    await page.evaluate(() => window.scrollTo(0, 600));
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
    expect(await placeOf()).toBe(place);
    await page.getByRole('link', { name: 'Add Event' }).click();
    await page.waitForURL(`${url}${path}/add`);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Add event' }));
  });
});

describe('deleting a series', () => {
  test('STATE-5: asks first, says what is lost, starts on Cancel; cancelled, nothing is sent and Settings has the focus', async () => {
    const page = await openSeries();
    await choose(page, 'Delete Series');
    const dialog = page.getByRole('dialog', { name: 'Delete ‘Leadership Essentials’?' });
    // One of them has signed up for both events.
    await dialog
      .getByText('2 events and 3 sign-ups will be lost. The settings and the form with its 1 field will be deleted too')
      .waitFor();
    await dialog.getByText('This action cannot be undone.').waitFor();
    await expect.poll(async () => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await expectAccessibleViews(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expectFocused(page.getByRole('button', { name: 'Settings' }));
    expect(await db.selectFrom('forms').select('id').execute()).toEqual([{ id: seriesId }]);
  });

  test('a title of one long word breaks in the dialog and in an audience, and Close stays within', async () => {
    const long = 'Leadership'.repeat(15);
    await db.updateTable('events').set({ title: long }).where('is_on_form', '=', true).execute();
    await db.updateTable('forms').set({ title: long }).execute();
    const page = await open(`/long/events-series/${seriesId}`);
    await choose(page, 'Delete Series');
    const dialog = page.getByRole('dialog');
    const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
    const box = await dialog.boundingBox();
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    await page.goto(`${url}/long/events-series/${seriesId}/mailings/new`);
    await page.getByRole('combobox', { name: 'Add an event' }).selectOption({ index: 2 });
    await page.getByRole('button', { name: `Remove ${long}` }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  test('STATE-6, STATE-7: deletes it and goes back to a page without it', async () => {
    const page = await openSeries();
    await choose(page, 'Delete Series');
    await page.getByRole('button', { name: 'Delete series' }).click();
    await page.waitForURL(`${url}/home`);
    await page.getByText('No event series yet').waitFor();
    expect(await db.selectFrom('forms').select('id').execute()).toEqual([]);
  });

  test('STATE-7: a double click deletes it once, without an error', async () => {
    const page = await openSeries();
    const calls: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/delete')) calls.push(String(response.status()));
    });
    await choose(page, 'Delete Series');
    await page.getByRole('button', { name: 'Delete series' }).dblclick();
    await page.waitForURL(`${url}/home`);
    await page.getByText('No event series yet').waitFor();
    expect(calls).toEqual(['200']);
  });

  test('a button that fades, or waits for the next page, makes no second call', async () => {
    const page = await openSeries();
    const calls: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/event_series/')) calls.push(request.url().split('/').at(-1));
    });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).dblclick();
    await hammer(page.getByRole('alert').getByRole('button', { name: 'Undo' }));
    await expectShown(page.getByText('is back on the Events Hub'));
    await choose(page, 'Copy Series…');
    await hammer(page.getByRole('button', { name: 'Copy series' }));
    await page.waitForURL('**/copy-of-*/**');
    await choose(page, 'Delete Series');
    await hammer(page.getByRole('button', { name: 'Delete series' }));
    await page.waitForURL(url + path);
    await expectShown(page.getByRole('article', { name: 'On the form' }));
    expect(calls).toEqual(['edit', 'edit', 'copy', 'delete']);
  });

  test('STATE-8: goes to the dashboard when the previous page belonged to it', async () => {
    const page = await openSeries();
    await choose(page, 'Show disabled events');
    await page.getByRole('article', { name: 'Behind the scenes' }).waitFor();
    await choose(page, 'Delete Series');
    await page.getByRole('button', { name: 'Delete series' }).click();
    await page.waitForURL(`${url}/home`);
    await expectShown(page.getByText('No event series yet'));
  });

  test('a failure is shown in the dialog, which stays open', async () => {
    const page = await openSeries();
    await page.route('**/delete', async (route) => route.abort());
    await choose(page, 'Delete Series');
    await page.getByRole('button', { name: 'Delete series' }).click();
    await page.getByRole('dialog').getByText('The server could not be reached.').waitFor();
    expect(shownPath(page)).toBe(path);
  });
});

test('LIV-18: once a colleague has deleted the series, its page says so', async () => {
  const page = await openSeries();
  await db.deleteFrom('forms').execute();
  await page.evaluate(() => ['offline', 'online'].map((type) => window.dispatchEvent(new Event(type))));
  await expectShown(page.getByRole('status').filter({ hasText: 'Deleted in the meantime. Changes can no longer be saved.' }));
});
