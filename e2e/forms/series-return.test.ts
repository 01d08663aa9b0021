import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectShown, openPage, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const DAY_MS = 86_400_000;
const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState });

let seriesId: string;
let path: string;

/** Nine events, the third with three sign-ups, the first in the past. */
beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  await db.deleteFrom('forms').execute();
  seriesId = await buildSeries(db, { title: 'Leadership' });
  path = `/leadership/events-series/${seriesId}`;
  for (let index = 0; index < 9; index += 1) {
    const id = await buildEvent(db, seriesId, { title: `Event ${index}`, starts_at: new Date(Date.now() + (index - 0.5) * 3 * DAY_MS) });
    const people = Array.from({ length: 3 }, (_, number) => ({
      first_name: `Guest ${number}`,
      email: `guest.${index}.${number}@x.example`,
    }));
    if (index === 0 || index === 6) await addAttendees(db, seriesId, [id], people);
  }
});

const card = (title: string): Locator => page.getByRole('article', { name: title, exact: true });
const isInView = async (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 56 && bottom <= window.innerHeight;
  });

describe('EXTRA-24: back from Edit event', () => {
  test.each([
    ['the back link', DESKTOP],
    ['Back of the browser', DESKTOP],
    ['the back link', PHONE],
  ])('from %s leads back to the row, in view, focused, with its attendee open (%o)', async (way, viewport) => {
    await page.setViewportSize(viewport);
    await page.goto(url + path);
    await card('Event 6').getByRole('button', { name: 'Attendees', exact: true }).click();
    await card('Event 6').getByText('Guest 1').first().click();
    await page.waitForURL(/attendee=/);
    const left = page.url();
    const edit = card('Event 6').getByRole('link', { name: 'Edit Event' });
    await edit.click();
    await page.getByRole('heading', { level: 1, name: 'Edit event' }).waitFor();
    await expect.poll(async () => page.evaluate(() => window.scrollY)).toBe(0);
    if (way === 'the back link') await page.getByRole('link', { name: 'Leadership' }).click();
    else await page.goBack();
    await page.waitForURL(left);
    await expectFocused(edit);
    await expect.poll(async () => isInView(edit)).toBe(true);
    await card('Event 6').getByText('Guest 1').first().waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Edit event' }).waitFor();
    await expect.poll(async () => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('from an item of More leads back to More, whichever other menus there are, in view, with its attendee open', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(url + path);
    await card('Event 6').getByRole('button', { name: 'Attendees', exact: true }).click();
    await card('Event 6').getByText('Guest 1').first().click();
    await page.waitForURL(/attendee=/);
    const more = card('Event 6').getByRole('button', { name: 'More for Event 6' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Write to attendees…' }).click();
    await page.getByRole('heading', { level: 1, name: 'Write to attendees' }).waitFor();
    await page.evaluate(() => {
      const button = '<button data-other aria-haspopup="menu" aria-label="Other">Other</button>';
      new MutationObserver(() => {
        for (const place of document.querySelectorAll('[data-place]:not(:has([data-other]))'))
          place.insertAdjacentHTML('afterbegin', button);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goBack();
    await expectFocused(more);
    await expect.poll(async () => isInView(more)).toBe(true);
  });

  test('of a hidden event leads back to the hidden events', async () => {
    await db.updateTable('events').set({ is_on_form: false }).where('title', '>=', 'Event 3').execute();
    await page.goto(`${url}${path}/show-disabled-events`);
    const edit = card('Event 8').getByRole('link', { name: 'Edit Event' });
    await edit.click();
    // The hidden events have a link of that name as well.
    await page.getByRole('heading', { level: 1, name: 'Edit event' }).waitFor();
    await page.getByRole('link', { name: 'Leadership' }).click();
    await page.waitForURL(`${url}${path}/show-disabled-events`);
    await expectFocused(edit);
  });

  test('opened by its address leads to the card of the event', async () => {
    const { id } = await db.selectFrom('events').select('id').where('title', '=', 'Event 7').executeTakeFirstOrThrow();
    await page.goto(`${url}${path}/event/${id}/edit`);
    await page.getByRole('link', { name: 'Leadership' }).click();
    await expectFocused(card('Event 7'));
    await expect.poll(async () => isInView(card('Event 7'))).toBe(true);
  });
});

describe('EXTRA-25: Hide', () => {
  test('says where the event and its people are now, gives the focus to the next card, and Undo brings it back', async () => {
    await page.goto(url + path);
    await card('Event 0').getByRole('button', { name: 'Hide' }).press('Enter');
    await page.getByText('‘Event 0’ is hidden').waitFor();
    await expectShown(page.getByText('It is now among the hidden events with its 3 sign-ups.'));
    await card('Event 0').waitFor({ state: 'detached' });
    await expectFocused(card('Event 1'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await card('Event 0').waitFor();
    const row = await db.selectFrom('events').select('is_on_form').where('title', '=', 'Event 0').executeTakeFirstOrThrow();
    expect(row.is_on_form).toBe(true);
  });

  test('a link says how many events are hidden, and leads to them; Show on form can be undone as well', async () => {
    await page.goto(url + path);
    await card('Event 0').getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('link', { name: '1 hidden event' }).click();
    await page.waitForURL(`${url}${path}/show-disabled-events`);
    await card('Event 0').getByRole('button', { name: 'Show on form' }).click();
    await page.getByText('‘Event 0’ is on the form').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expectShown(card('Event 0'));
  });

  test('Undo does not overwrite a colleague’s later change: the toast says so', async () => {
    await page.goto(url + path);
    await card('Event 0').getByRole('button', { name: 'Hide' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const row = await db.selectFrom('events').selectAll().where('title', '=', 'Event 0').executeTakeFirstOrThrow();
    await db
      .updateTable('events')
      .set({ version: row.version + 1, field_versions: JSON.stringify({ ...row.field_versions, is_on_form: row.version + 1 }) })
      .where('id', '=', row.id)
      .execute();
    await undo.click();
    await expectShown(page.getByText('The event was not changed.'));
  });
});
