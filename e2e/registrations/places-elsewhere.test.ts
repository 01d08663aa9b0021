import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import type { LimitedSeries } from '../support/limited-rows.ts';
import { startLimitedScreen } from '../support/limited-screen.ts';

const { db, url, open } = await startLimitedScreen();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  ({ series, page } = await open());
});

const card = (title: string): Locator => page.getByRole('article', { name: title });

test('PLC-45: Add Attendee says that an event is full, and adds to it anyway or to its waiting list', async () => {
  await page.goto(`${url}${series.path}`);
  const add = async (name: string) => {
    await card('Fire safety, day 2').getByRole('button', { name: 'Add Attendee' }).click();
    const dialog = page.getByRole('dialog');
    await expectShown(dialog.getByText('This event is full: 30 of 30 places are taken.'));
    expect(await dialog.getByRole('radio', { name: 'Add anyway' }).isChecked()).toBe(true);
    await dialog.getByRole('textbox', { name: 'First name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Bell');
    await dialog.getByRole('textbox', { name: 'Email' }).fill(`${name}@example.com`);
    return dialog;
  };
  const waiting = await add('Ida');
  await waiting.getByRole('radio', { name: 'Add to the waiting list' }).check();
  await expectAccessibleViews(page);
  await waiting.getByRole('button', { name: 'Add attendee' }).click();
  await expectShown(card('Fire safety, day 2').getByText('30 of 30 places taken, 6 waiting', { exact: true }));
  const same = await add('Ivy');
  await same.getByRole('button', { name: 'Add attendee' }).click();
  await expectShown(card('Fire safety, day 2').getByText('31 of 30 places taken, 6 waiting', { exact: true }));
  await expectShown(card('Fire safety, day 2').getByText('1 over', { exact: true }));
  await card('Safety walk, an open morning').getByRole('button', { name: 'Add Attendee' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'First name' }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
});

test('PLC-51: a search says that a person waits, has an offer or cancelled, and leads to that list', async () => {
  await page.goto(`${url}/home`);
  await page.getByRole('link', { name: /Workplace Safety 30 Signups/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('marta');
  const hit = page.getByRole('option', { name: /Marta Kowal.*Waiting · 1 sign-up/ });
  await expectShown(hit);
  await hit.click();
  await expectShown(page.getByRole('table', { name: 'Waiting list for Fire safety, day 1' }));
  expect(new URL(page.url()).searchParams.get('registration')).toBe('waiting');
});

test('PLC-49: the statistics have a table of the places of limited events', async () => {
  await page.goto(`${url}${series.path}/statistics`);
  const places = page.getByRole('table', { name: 'Places' });
  await expectShown(places);
  expect(await places.getByRole('columnheader').allInnerTexts()).toEqual([
    'Event',
    'Maximum',
    'Confirmed',
    'Offered',
    'Waiting',
    'Cancelled',
    'From the waiting list',
    'Offers not taken',
  ]);
  const cells = places.getByRole('row').filter({ hasText: 'Fire safety, day 1' }).getByRole('cell');
  expect(await cells.allInnerTexts()).toEqual(['Fire safety, day 1\nTue 12 Jan 2055', '30', '23', '1', '3', '2', '0', '0']);
  await expectAccessibleViews(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 900 });
  const box = page.getByRole('region', { name: 'Places' });
  expect(await box.evaluate((section) => section.scrollWidth - section.parentElement!.clientWidth)).toBeLessThanOrEqual(0);
});

test('PLC-11: Edit event counts the places that are offered as taken, also of an event that is hidden', async () => {
  await db.updateTable('events').set({ is_on_form: false }).where('id', '=', series.events.first).execute();
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  await page.getByRole('textbox', { name: 'Maximum participants' }).fill('23');
  await expectShown(page.getByText('24 places are already taken. Nobody loses theirs.'));
});
