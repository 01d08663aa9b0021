import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const DAY_MS = 86_400_000;
const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState });

let path: string;

const at = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Six past events, of which one has four sign-ups, ten ahead, one without a date and two hidden ones. */
beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership' });
  path = `/leadership/events-series/${seriesId}`;
  for (let index = 1; index <= 6; index += 1) {
    const id = await buildEvent(db, seriesId, { title: `Past ${index}`, starts_at: at(-70 + index * 10) });
    if (index === 2)
      await addAttendees(
        db,
        seriesId,
        [id],
        [1, 2, 3, 4].map((number) => ({ email: `guest.${number}@x.example` })),
      );
  }
  for (let index = 0; index < 10; index += 1) await buildEvent(db, seriesId, { title: `Évening ${index}`, starts_at: at(6 + index * 25) });
  await buildEvent(db, seriesId, { title: 'Some day', starts_at: null });
  for (const title of ['Secret 1', 'Secret 2']) await buildEvent(db, seriesId, { title, starts_at: at(3), is_on_form: false });
});

const card = (title: string): Locator => page.getByRole('article', { name: title, exact: true });
const cards = async () => page.getByRole('article').getByRole('heading').allInnerTexts();
const fold = () => page.getByRole('button', { name: /past events/ });
const finder = () => page.getByRole('searchbox', { name: 'Find an event of this series' });
const top = async (locator: Locator) => locator.evaluate((element) => Math.round(element.getBoundingClientRect().top));

describe('EXTRA-23: a series with twelve events or more', () => {
  test('opens with the next event in view, past events in one line, and the others by month', async () => {
    await page.goto(url + path);
    await card('Évening 0').waitFor();
    expect((await cards())[0]).toBe('Évening 0');
    expect((await cards()).at(-1)).toBe('Some day');
    await expectShown(card('Évening 0').getByText('Next event, in 6 days'));
    expect(await page.getByText(/^Next event/).count()).toBe(1);
    await expect.poll(async () => top(card('Évening 0'))).toBeLessThan(DESKTOP.height / 2);
    const words = (await fold().innerText()).split('\n').join(' ');
    expect(words).toMatch(/^6 past events \w{3} \d+ \w{3}( 20\d\d)? to \w{3} \d+ \w{3} 20\d\d, 4 sign-ups$/);
    await fold().press('Enter');
    await card('Past 6').waitFor();
    expect((await cards()).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6].map((index) => `Past ${index}`));
    await page.reload();
    await expectShown(card('Past 6'));
    await fold().click();
    await card('Past 6').waitFor({ state: 'detached' });
  });

  test('a chip leads to its month, with the focus on its heading', async () => {
    await page.goto(url + path);
    const chips = page.getByRole('navigation', { name: 'Months' }).getByRole('button');
    await chips.first().waitFor();
    const counts = (await chips.allInnerTexts()).map((text) => Number(text.split(/\s+/).at(-1)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(11);
    const third = await chips.nth(2).innerText();
    await chips.nth(2).click();
    const heading = page.locator('h2:focus');
    await heading.waitFor();
    expect((await heading.innerText()).slice(0, 3)).toBe(third.slice(0, 3));
    await expect.poll(async () => top(heading)).toBeLessThan(200);
    await expect.poll(async () => chips.nth(2).getAttribute('aria-current')).toBe('true');
    await chips.last().click();
    // Five months have their own chips; the last chip leads to the first of the others.
    await expectFocused(page.locator('h2[id^="month-"]').nth(5));
  });

  test('an event is found by a part of its title, whatever its accents, among the past ones too', async () => {
    await page.goto(url + path);
    await finder().fill('evening 1');
    await expect.poll(cards).toEqual(['Évening 1']);
    await finder().fill('past 2');
    await expect.poll(cards).toEqual(['Past 2']);
    await page.reload();
    await expect.poll(cards).toEqual(['Past 2']);
    await finder().fill('<no such>');
    await expectShown(page.getByText('No event of this series has ‘<no such>’ in its title.'));
    await finder().fill('');
    await card('Évening 0').waitFor();
  });

  test('a link to a past event opens the fold and shows it', async () => {
    const { id } = await db.selectFrom('events').select('id').where('title', '=', 'Past 3').executeTakeFirstOrThrow();
    await page.goto(`${url}${path}#event-${id}`);
    await expectFocused(card('Past 3'));
  });

  test('of hundreds, cards out of view get their tools when scrolled to, or immediately if the address names one', async () => {
    const { id: seriesId } = await db.selectFrom('forms').select('id').executeTakeFirstOrThrow();
    for (let index = 0; index < 100; index += 1) await buildEvent(db, seriesId, { title: `Late ${index}`, starts_at: at(300 + index) });
    await page.goto(`${url}/home`);
    await page.locator(`a[href="${path}"]`).first().click();
    await card('Évening 0').getByRole('button', { name: 'More' }).waitFor();
    const last = card('Late 99');
    expect([await last.count(), await last.getByRole('button').count()]).toEqual([1, 0]);
    const { id: nextId } = await db.selectFrom('events').select('id').where('title', '=', 'Late 60').executeTakeFirstOrThrow();
    await page.evaluate((id) => (location.hash = `event-${id}`), nextId);
    await expectFocused(card('Late 60'));
    await card('Late 60').getByRole('button', { name: 'More' }).waitFor();
    await expectFocused(card('Late 60'));
    await page.goBack();
    await last.scrollIntoViewIfNeeded();
    await last.getByRole('link', { name: 'Edit Event' }).click();
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.goBack();
    await expectFocused(last.getByRole('link', { name: 'Edit Event' }));
    expect(await card('Late 50').getByRole('button').count()).toBe(0);
    await page.goto(url + path);
    await card('Évening 0').getByRole('button', { name: 'More' }).waitFor();
    expect(await last.getByRole('button').count()).toBe(0);
    const { id } = await db.selectFrom('events').select('id').where('title', '=', 'Late 50').executeTakeFirstOrThrow();
    await page.goto(`${url}${path}#event-${id}`);
    await expectFocused(card('Late 50'));
  });

  test('the hidden events are counted and linked', async () => {
    await page.goto(url + path);
    await page.getByRole('link', { name: '2 hidden events' }).click();
    await page.waitForURL(`${url}${path}/show-disabled-events`);
    await expectShown(card('Secret 1'));
  });

  test('with eleven events all of them are listed below each other, as before', async () => {
    await db.deleteFrom('events').where('title', 'like', 'Past%').execute();
    await page.goto(url + path);
    await card('Évening 0').waitFor();
    expect(await page.getByRole('article').count()).toBe(11);
    expect(await finder().count()).toBe(0);
    expect(await page.getByText(/^Next event/).count()).toBe(0);
  });

  test('axe finds nothing, collapsed and expanded', async () => {
    await page.goto(url + path);
    await card('Évening 0').waitFor();
    await expectAccessibleViews(page);
    await fold().click();
    await card('Past 6').waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
