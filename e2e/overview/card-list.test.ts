import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { expectShown, expectAccessibleViews } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const DAY_MS = 86_400_000;
const { db, open } = await startStaffProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
});

const TITLES = [
  'Leadership',
  'First Aid',
  'Facilitation',
  'Breakfasts',
  'Finance',
  'Safeguarding',
  'Board',
  'Writing',
  'Induction',
  'Coaching',
];

/** Twelve series; those later in the list have earlier events, and two have no future events. */
async function buildMany(archived = 0): Promise<void> {
  for (const title of ['Open Days 2026', 'Café 2025']) await buildSeries(db, { title });
  for (const [index, title] of TITLES.entries()) {
    const id = await buildSeries(db, { title });
    await buildEvent(db, id, { starts_at: new Date(Date.now() + (6 + index * 7) * DAY_MS) });
  }
  for (let index = 0; index < archived; index += 1) await buildSeries(db, { title: `Over ${index}`, is_archived: true });
}

const section = (page: Page, name = 'Event series') => page.getByRole('region', { name, exact: true });
const titles = async (page: Page) => section(page).getByRole('heading', { level: 3 }).allInnerTexts();
const order = (page: Page) => page.getByRole('combobox', { name: 'Order of Event series' });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter by title: Event series' });

async function openHome(): Promise<Page> {
  const page = await open('/home');
  await section(page).getByRole('button', { name: 'Add event series' }).waitFor();
  return page;
}

describe('EXTRA-21: from twelve series on', () => {
  test('the one with the next event is first; the order can be by name or newest, and stays in the address', async () => {
    await buildMany();
    const page = await openHome();
    await expect.poll(async () => titles(page)).toEqual([...TITLES, 'Café 2025', 'Open Days 2026']);
    await order(page).selectOption('Name');
    await expect.poll(async () => titles(page)).toEqual([...TITLES, 'Café 2025', 'Open Days 2026'].toSorted());
    await order(page).selectOption('Newest');
    await expect.poll(async () => (await titles(page))[0]).toBe('Coaching');
    await page.reload();
    await expect.poll(async () => (await titles(page))[0]).toBe('Coaching');
  });

  test('USE-28: part of the title filters them, whatever its accents, with a count; Back restores the filter', async () => {
    await buildMany();
    const page = await openHome();
    await filter(page).fill('cafe');
    await expect.poll(async () => titles(page)).toEqual(['Café 2025']);
    await expectShown(section(page).getByText('1 of 12', { exact: true }));
    await section(page).getByRole('button', { name: 'Add to Event series' }).click();
    await page.getByRole('dialog', { name: 'New event series' }).getByRole('button', { name: 'Cancel' }).click();
    await section(page).getByRole('link', { name: 'Café 2025' }).click();
    await page.getByRole('heading', { level: 1, name: 'Café 2025' }).waitFor();
    await page.goBack();
    await expect.poll(async () => titles(page)).toEqual(['Café 2025']);
    expect(await filter(page).inputValue()).toBe('cafe');
    await filter(page).fill('<zalgo> %');
    await page.getByText('Nothing with ‘<zalgo> %’ in its title.').waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(12);
    expect(await filter(page).inputValue()).toBe('');
  });

  test('with eleven there is no filter or choice of order, and the one with the next event is first', async () => {
    await buildMany();
    await db.deleteFrom('forms').where('title', '=', 'Board').execute();
    const page = await openHome();
    await expect.poll(async () => (await titles(page))[0]).toBe('Leadership');
    expect(await filter(page).count()).toBe(0);
  });
});

describe('EXTRA-22: the archive', () => {
  test('Archive collapses the card under a count, Undo and Restore bring it back', async () => {
    const id = await buildSeries(db, { title: 'Winter Conference' });
    await buildSeries(db, { title: 'Spring' });
    const page = await open(`/winter-conference/events-series/${id}`);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Archive');
    await page.getByText('‘Winter Conference’ is archived').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('‘Winter Conference’ is back on the Events Hub').waitFor();
    await choose('Archive');
    await page.getByText('Archived', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Events Hub' }).click();
    const fold = page.getByRole('button', { name: '1 archived series' });
    await fold.waitFor();
    expect(await titles(page)).toEqual(['Spring']);
    await fold.press('Enter');
    await section(page).getByRole('link', { name: 'Winter Conference' }).click();
    await choose('Restore');
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Events Hub' }).click();
    await expect.poll(async () => titles(page)).toEqual(['Spring', 'Winter Conference']);
  });

  test('USE-20: ‘Archive and close the form’ takes the events off the form, and Undo puts them back', async () => {
    const id = await buildSeries(db, { title: 'Winter Conference' });
    for (const title of ['One', 'Two']) await buildEvent(db, id, { title, starts_at: '2050-01-10T09:00:00Z' });
    const page = await open(`/winter-conference/events-series/${id}`);
    await page.getByRole('article', { name: 'One' }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive and close the form' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'The form is closed.' });
    await expectShown(toast.getByText('2 events are still to come.'));
    const shown = async () => (await db.selectFrom('events').select('is_on_form').execute()).map(({ is_on_form: isOn }) => isOn);
    expect(await shown()).toEqual([false, false]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('article', { name: 'Two' }).waitFor();
    expect(await shown()).toEqual([true, true]);
    await page.route('**/events/show', async (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive and close the form' }).click();
    const failed = page.getByRole('alert').filter({ hasText: '‘Winter Conference’ is archived, but its form may still be open.' });
    await failed.waitFor();
    await page.unrouteAll();
    await failed.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'hidden' });
    expect(await shown()).toEqual([true, true]);
  });

  test('USE-20: the page of hidden events can also close the form, and says that a form without events is closed', async () => {
    const id = await buildSeries(db, { title: 'Winter Conference' });
    await buildEvent(db, id, { title: 'One', starts_at: '2050-01-10T09:00:00Z' });
    await buildEvent(db, id, { title: 'Hidden', is_on_form: false });
    const page = await open(`/winter-conference/events-series/${id}/show-disabled-events`);
    await page.getByRole('article', { name: 'Hidden' }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive and close the form' }).click();
    const closed = page.getByRole('alert').filter({ hasText: 'The form is closed.' });
    await closed.waitFor();
    expect(await db.selectFrom('events').select('id').where('is_on_form', '=', true).execute()).toEqual([]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByRole('alert').filter({ hasText: 'is back on the Events Hub' }).waitFor();
    await closed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await closed.waitFor();
    expect(await page.getByText('People can still sign up.').count()).toBe(0);
  });

  test('a marketing form is archived the same way', async () => {
    const id = await buildMarketingForm(db, { title: 'Old brochure' });
    const page = await open(`/old-brochure/form/${id}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText('‘Old brochure’ is archived').waitFor();
    await page.getByRole('link', { name: 'Events Hub' }).click();
    await section(page, 'Forms').getByRole('button', { name: '1 archived form', exact: true }).click();
    await expectShown(section(page, 'Forms').getByRole('link', { name: 'Old brochure' }));
  });

  test('a failure says so, and nothing changes', async () => {
    const id = await buildSeries(db, { title: 'Winter Conference' });
    const page = await open(`/winter-conference/events-series/${id}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.route('**/edit', async (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expectShown(page.getByText('‘Winter Conference’ was not changed.'));
    expect(await page.getByText('Archived', { exact: true }).count()).toBe(0);
    expect(await db.selectFrom('forms').select('is_archived').execute()).toEqual([{ is_archived: false }]);
  });
});

test('axe finds nothing among many cards with the archive open', async () => {
  await buildMany(3);
  const page = await openHome();
  await page.getByRole('button', { name: '3 archived series' }).click();
  await section(page).getByRole('link', { name: 'Over 2' }).waitFor();
  await expectAccessibleViews(page, { fits: true });
});
