import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { addFormSubmissions, buildPicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { field, openSearchedHome, options, palette, typeInto } from './find-screen.ts';

const { db, url, browser, storageState } = await startStaffProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
  await buildPicturedSeries(db);
});

async function openPalette(words = ''): Promise<Page> {
  const page = await openSearchedHome(browser, url, { storageState });
  await typeInto(page, words);
  return page;
}

test('USE-41: a name is found without its accents and shown bold as written; matches with one wrong letter come last', async () => {
  const page = await openPalette('zielinski');
  await expectShown(
    palette(page)
      .getByRole('group', { name: 'People' })
      .getByRole('option', { name: /^Tomasz Zieliński/ }),
  );
  expect(await palette(page).locator('b').allInnerTexts()).toEqual(['Zieliński', 'zielinski']);
  await field(page).fill('zeilinski');
  const spelled = palette(page).getByRole('group', { name: 'Similar spellings' });
  await expectShown(spelled.getByRole('option', { name: /^Tomasz Zieliński/ }));
  expect(await palette(page).getByRole('group').last().getAttribute('aria-label')).toBe('Similar spellings');
  await expectAccessibleViews(page);
});

test('USE-42: each name of an address is listed, with the number of its sign-ups; the others are one click away', async () => {
  const formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
  const twice = { email: 'jose@brightwater.example', submitted_at: new Date('2026-01-02') };
  await addFormSubmissions(db, formId, [
    { ...twice, first_name: 'Pepe', last_name: 'Álvarez', submitted_at: new Date('2026-01-01') },
    { ...twice, first_name: 'José', last_name: 'Álvarez Ruiz' },
    ...Array.from({ length: 60 }, (_, place) => ({
      first_name: `Alvar ${place}`,
      last_name: 'Quist',
      email: `alvar.${place}@example.com`,
    })),
  ]);
  const page = await openPalette('pepe');
  expect((await options(page).first().innerText()).split('\n')).toEqual([
    'José Álvarez Ruiz',
    expect.stringContaining('jose@brightwater.example · also signed up as Pepe Álvarez'),
    '2 sign-ups',
  ]);
  await field(page).fill('alvar');
  await palette(page).getByRole('option', { name: '58 more people' }).click();
  await page.waitForURL(`${url}/people?search=alvar`);
  const list = page.getByRole('list', { name: 'People' });
  await expectShown(page.getByText('61 people'));
  expect(await list.getByRole('listitem').count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(async () => list.getByRole('listitem').count()).toBe(61);
  await expectAccessibleViews(page);
  const search = page.getByRole('searchbox', { name: 'Find people' });
  await search.fill('alvarez ruiz');
  await expectShown(page.getByText('1 person'));
  expect(new URL(page.url()).search).toBe('?search=alvarez+ruiz');
  expect(await list.innerText()).toContain('Also signed up as Pepe Álvarez');
  await page.reload();
  await list.getByRole('link', { name: 'José Álvarez Ruiz', exact: true }).click();
  await expectShown(page.getByRole('button', { name: 'Details of José Álvarez Ruiz', expanded: true }));
  await page.goBack();
  await search.fill('');
  await expectShown(page.getByText('Who are you looking for?'));
  await expectAccessibleViews(page);
  await search.fill('qqq');
  await expectShown(page.getByText('Nobody found for ‘qqq’'));
  await expectAccessibleViews(page);
});

test('USE-42: recent pages that edit an event name it', async () => {
  const page = await openPage(browser, { storageState });
  const events = await db.selectFrom('events').select(['id', 'form_id', 'title']).limit(2).execute();
  for (const { id, form_id: series, title } of events) {
    await page.goto(`${url}/-/events-series/${series}/event/${id}/edit`);
    await expect.poll(async () => page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
  }
  await page.goto(`${url}/home`);
  await page.getByRole('link', { name: 'Leadership Essentials' }).first().waitFor();
  await page.keyboard.press('Control+k');
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
  const lines = async () => (await recent.allInnerTexts()).slice(0, 2).map((text) => text.split('\n')[0]);
  await expect.poll(lines).toEqual(events.map(({ title }) => `Edit ‘${title}’`).toReversed());
});

test('USE-42: an empty search has recent pages and commands, which words filter', async () => {
  const page = await openSearchedHome(browser, url, { storageState });
  await page.getByRole('link', { name: 'Leadership Essentials' }).first().click();
  await page.getByRole('link', { name: 'Statistics' }).click();
  await page.waitForURL('**/statistics');
  await page.getByRole('heading', { level: 1, name: 'Leadership Essentials' }).waitFor();
  await page.keyboard.press('Control+k');
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
  expect((await recent.first().innerText()).split('\n')).toEqual(['Leadership Essentials', 'Event series', 'Opened today']);
  await field(page).fill('add event ser');
  await expectShown(palette(page).getByRole('group', { name: 'Commands' }).getByRole('option', { name: 'Add event series' }));
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('dialog', { name: 'New event series' }));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'New event series' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field(page).fill('statist');
  await expectShown(palette(page).getByRole('group', { name: 'Recent pages' }));
  const [line] = await palette(page).getByRole('group', { name: 'Recent pages' }).getByRole('option').allInnerTexts();
  expect(line?.split('\n')).toEqual(['Statistics', 'Leadership Essentials', 'Opened today']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/statistics');
});

test('USE-42: a page that was not found, or was deleted, is not a recent page', async () => {
  const page = await openSearchedHome(browser, url, { storageState });
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.includes('recent') && localStorage.removeItem(key)));
  const recent = async () => {
    await page.keyboard.press('Control+k');
    await expectShown(options(page).getByText('Add event series'));
    const lines = (await options(page).allInnerTexts()).map((text) => text.split('\n'));
    await page.keyboard.press('Escape');
    return lines.filter((line) => line.at(-1) === 'Opened today').map(([title]) => title);
  };
  await page.getByRole('link', { name: 'Leadership Essentials' }).first().click();
  await page.getByRole('link', { name: 'Statistics' }).click();
  await page.waitForURL('**/statistics');
  await page.goto(`${url}/-/form/${randomUUID()}`);
  await expectShown(page.getByText('Form not found'));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Leadership Essentials' }).waitFor();
  await expect.poll(recent, { interval: 500 }).toEqual(['Leadership Essentials']);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Delete Series' }).click();
  await page.getByRole('button', { name: 'Delete series' }).click();
  await page.getByRole('heading', { level: 1, name: 'Events Hub' }).waitFor();
  await page.getByRole('button', { name: 'Delete series' }).waitFor({ state: 'detached' });
  await expect.poll(recent, { interval: 500 }).toEqual([]);
});

test('the question mark in an empty search, or its button, shows all shortcuts', async () => {
  const page = await openPalette();
  await page.keyboard.press('Shift+?');
  await expectShown(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('button', { name: 'all shortcuts' }).click();
  await expectShown(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
});
