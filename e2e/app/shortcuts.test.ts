import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectShown, expectAccessibleViews } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, open } = await startStaffProduct();

let page: Page;
beforeEach(async () => {
  page = await open('/home', { reducedMotion: 'reduce' });
  await page.getByRole('heading', { level: 1, name: 'Events Hub' }).waitFor();
});

const dialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const focused = async () => page.evaluate(() => document.activeElement?.textContent);

test('the question mark lists the shortcuts by where they work; Escape closes the list and returns the focus', async () => {
  await page.getByRole('button', { name: 'Add event series' }).focus();
  await page.keyboard.press('Shift+?');
  await dialog().waitFor();
  for (const place of ['Everywhere', 'In the global search', 'In a list of attendees', 'In a waiting list', 'In Modify Form']) {
    await expectShown(dialog().getByRole('heading', { name: place }));
  }
  const find = dialog().getByRole('term').filter({ hasText: 'Find a person, event, series or form' });
  expect(await find.locator('xpath=following-sibling::dd').textContent()).toMatch(/^(Ctrl|⌘) \+ K or \/$/);
  await expectAccessibleViews(page, { fits: true });
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toContain('Add event series');
});

test('the account menu opens the list too', async () => {
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expectFocused(account);
});

test('in a field it is a letter, and over another dialog it does nothing', async () => {
  await page.getByRole('button', { name: 'Add event series' }).click();
  const title = page.getByRole('dialog', { name: 'New event series' }).getByLabel('Title');
  await title.press('Shift+?');
  expect(await title.inputValue()).toBe('?');
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Shift+?');
  expect(await dialog().count()).toBe(0);
});

test('a slash that needs Shift, as on German keyboards, opens the search too', async () => {
  await page.locator('body').dispatchEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true });
  await expectShown(page.getByRole('dialog', { name: 'Find' }));
});

test.each([{ isComposing: true }, { keyCode: 229 }])('the Enter and Escape of an input method do nothing else: %o', async (sign) => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Find' });
  await search.getByRole('option').first().waitFor();
  for (const key of ['Enter', 'Escape']) await search.getByRole('combobox').dispatchEvent('keydown', { key, ...sign });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect([new URL(page.url()).pathname, await search.isVisible()]).toEqual(['/home', true]);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
});

test('a file that is dropped in the wrong place does not replace the app', async () => {
  const isRefused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a'], 'a.csv'));
    return ['dragover', 'drop'].map(
      (type) => !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
    );
  });
  expect(isRefused).toEqual([true, true]);
  await expectShown(page.getByRole('heading', { level: 1, name: 'Events Hub' }));
});

test('SER-3: Shift+Space selects all rows from the last selected one, and ‘a’ adds an event, as the list says', async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership' });
  const event = await buildEvent(db, seriesId, { title: 'Coaching' });
  await addAttendees(db, seriesId, [event], [{}, {}, {}, {}]);
  await page.goto(`${url}/leadership/events-series/${seriesId}?event=${event}`);
  await page.getByRole('checkbox', { name: 'Select Person Number 0' }).press('Space');
  await page.getByRole('checkbox', { name: 'Select Person Number 2' }).press('Shift+Space');
  await expectShown(page.getByText('3 selected'));
  await page.getByRole('link', { name: 'Add Event' }).press('a');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Add event' }));
});
