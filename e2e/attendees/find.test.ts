import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { expectAccessible, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests } from '../support/requests.ts';
import { addFormSubmissions, buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { field, openSearchedHome, options, palette, typeInto } from './find-screen.ts';

const { db, url, browser, storageState } = await startStaffProduct();
let series: PicturedSeries;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
});

const opener = (page: Page) => page.getByRole('button', { name: 'Find a person, event, series or form' });
const chosen = async (page: Page) => palette(page).getByRole('option', { selected: true }).textContent();

const openHome = async (settings?: Parameters<typeof openSearchedHome>[2]) => openSearchedHome(browser, url, { storageState, ...settings });

async function openPalette(words = ''): Promise<Page> {
  const page = await openHome();
  await typeInto(page, words);
  return page;
}

describe('opening', () => {
  test.each(['Control+k', 'Meta+k', '/'])('%s opens it alone, with the focus in its field; Escape returns the focus', async (keys) => {
    const page = await openHome();
    await page.getByRole('link', { name: 'Leadership Essentials' }).first().focus();
    // Firefox would open its own search at a slash that is left to it.
    await page.evaluate(() => addEventListener('keydown', ({ defaultPrevented: isKept }) => Object.assign(globalThis, { isKept })));
    await page.keyboard.press(keys);
    await field(page).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isKept'))).toBe(true);
    await expectFocused(field(page));
    expect(await field(page).inputValue()).toBe('');
    await expectShown(options(page).getByText('Add event series'));
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    const link = page.getByRole('link', { name: 'Leadership Essentials' }).first();
    await expectFocused(link);
  });

  test('what is typed while its script still loads is in its field, not in the field behind', async () => {
    const page = await openPage(browser, { storageState });
    await page.goto(`${url}${series.path}/edit`);
    const behind = page.getByLabel('Copper tag');
    const arrive = await holdRequests(page, '**/assets/find-palette-*.js');
    await behind.press('Control+k');
    await page.keyboard.type('leax');
    for (const key of ['Backspace', 'd', 'Enter']) await page.keyboard.press(key);
    arrive();
    await options(page).getByText('Leadership Essentials').first().waitFor();
    await expectFocused(field(page));
    expect([await field(page).inputValue(), await behind.inputValue()]).toEqual(['lead', '']);
    await page.keyboard.type('er');
    expect(await field(page).inputValue()).toBe('leader');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await expectFocused(behind);
    await page.keyboard.type('tag');
    expect(await behind.inputValue()).toBe('tag');
    await page.keyboard.press('Control+k');
    await expectFocused(field(page));
    expect(await field(page).inputValue()).toBe('');
  });

  test('the button of the top bar opens it too, on a phone as an icon', async () => {
    const page = await openHome({ viewport: PHONE });
    await opener(page).click();
    await field(page).fill('lead');
    await options(page).first().waitFor();
    const box = await palette(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
  });

  test('if a list of attendees is open, the slash focuses its search', async () => {
    const page = await openPage(browser, { storageState });
    await page.goto(`${url}${series.path}?event=${series.events.full}`);
    await page.getByRole('searchbox', { name: 'Search attendees' }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search attendees' });
    await expectFocused(search);
    expect(await palette(page).count()).toBe(0);
  });

  test('over an open dialog it does not open', async () => {
    const page = await openHome();
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByRole('dialog', { name: 'New event series' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'New event series' }).waitFor({ state: 'detached' });
    expect(await palette(page).count()).toBe(0);
  });
});

describe('finding', () => {
  test('USE-42: people, events and series, and forms are in groups; the arrow keys wrap around, Enter opens', async () => {
    await buildMarketingForm(db, { title: 'Leadership brochure' });
    const page = await openPalette('lead');
    await expectShown(options(page).getByText('Leadership brochure'));
    const groups = palette(page).getByRole('group');
    expect(await groups.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      'People',
      'Events and series',
      'Forms',
    ]);
    expect((await groups.nth(1).getByRole('option').allInnerTexts()).map((line) => line.split('\n'))).toEqual([
      ['Leading through change', 'Event in Leadership Essentials', expect.stringMatching(/^On \w{3} /)],
      ['Finance for non-financial leaders', 'Event in Leadership Essentials', expect.stringMatching(/^On \w{3} /)],
      ['Leadership Essentials', 'Event series', expect.stringMatching(/^\d+ Signups$/)],
    ]);
    expect(await groups.nth(1).locator('b').allInnerTexts()).toEqual(['Lead', 'Lead', 'lead', 'Lead', 'Lead']);
    await expectAccessibleViews(page);
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page)).toContain('Leadership brochure');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toContain('@brightwater.example');
    while (!(await chosen(page))?.includes('Leading through change')) await page.keyboard.press('ArrowDown');
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}${series.path}#event-${series.events.full}`);
    await palette(page).waitFor({ state: 'detached' });
    const card = page.getByRole('article', { name: 'Leading through change' });
    await expectFocused(card);
  });

  test('an event that is not on the form leads to the disabled events', async () => {
    await db.updateTable('events').set({ is_on_form: false }).where('id', '=', series.events.empty).execute();
    const page = await openPalette('difficult');
    await options(page).first().click();
    await expectShown(page.getByRole('article', { name: 'Difficult conversations, an open morning' }));
    expect(new URL(page.url()).pathname).toMatch(/\/show-disabled-events$/);
  });

  test('a person leads to the open attendee of the event, with the search filled in', async () => {
    const page = await openPalette('brightwater toma');
    await options(page).first().waitFor();
    expect(await options(page).first().textContent()).toContain('t.zielinski@brightwater.example');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('button', { name: 'Details of Tomasz Zieliński', expanded: true }));
    expect(await page.getByRole('searchbox', { name: 'Search attendees' }).inputValue()).toBe('t.zielinski@brightwater.example');
  });

  test('a person of a form leads to the page of the form', async () => {
    const formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
    await addFormSubmissions(db, formId, [{ first_name: 'Wilma', last_name: 'Quist', email: 'wilma@quist.example' }]);
    const page = await openPalette('wilma quist');
    await options(page).first().click();
    await expectShown(page.getByRole('button', { name: 'Details of Wilma Quist', expanded: true }));
    expect(new URL(page.url()).pathname).toBe(`/coaching-brochure/form/${formId}`);
  });
});

describe('Enter before the answer', () => {
  /** The search with the results of `lead`, then `difficult` typed over it, whose answer is delayed. */
  async function typeAhead() {
    const page = await openPalette('lead');
    await expectShown(palette(page).getByRole('option', { name: /^Leadership Essentials/ }));
    const release = await holdRequests(page, '**/api/search?q=difficult');
    const isAsked = page.waitForRequest('**/api/search?q=difficult');
    await field(page).fill('difficult');
    return { page, isAsked, answer: () => release() };
  }

  test('opens the result of the new words, never one of the previous words', async () => {
    const { page, isAsked, answer } = await typeAhead();
    await page.keyboard.press('Enter');
    await isAsked;
    expect(new URL(page.url()).pathname).toBe('/home');
    answer();
    await page.waitForURL(`${url}${series.path}#event-${series.events.empty}`);
    await palette(page).waitFor({ state: 'detached' });
  });

  test('is forgotten when more is typed', async () => {
    const { page, isAsked, answer } = await typeAhead();
    await page.keyboard.press('Enter');
    await isAsked;
    await field(page).fill('leading');
    answer();
    await expect.poll(async () => options(page).first().textContent()).toContain('Leading through change');
    expect(await palette(page).locator('b').first().textContent()).toBe('Leading');
    expect(new URL(page.url()).pathname).toBe('/home');
  });
});

describe('its states', () => {
  test('it says that it is searching', async () => {
    const page = await openHome();
    await page.route('**/api/search?*', async () => new Promise(() => undefined));
    await page.keyboard.press('Control+k');
    await expectShown(options(page).getByText('Add event series'));
    await expectAccessibleViews(page);
    await field(page).fill('lead');
    await expectShown(palette(page).getByText('Loading...'));
    await expectAccessibleViews(page);
  });

  test('without results it repeats the words', async () => {
    const page = await openPalette('qqq');
    await expectShown(palette(page).getByText('Nothing found for ‘qqq’.'));
    await page.keyboard.press('Enter');
    await expectAccessibleViews(page);
  });

  test('a failure shows its reason, keeps what is typed, and Retry searches again', async () => {
    const page = await openHome();
    await page.route('**/api/search?*', async (route) => route.abort());
    await page.keyboard.press('Control+k');
    await field(page).fill('lead');
    await palette(page).getByText('Error: The server could not be reached.').waitFor();
    await expectAccessibleViews(page);
    await page.unroute('**/api/search?*');
    await palette(page).getByRole('button', { name: 'Retry' }).click();
    await options(page).first().waitFor();
    expect(await field(page).inputValue()).toBe('lead');
  });
});
