import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { buildField } from '#server/testing/form-rows.ts';
import { keyboardUser } from '../app/keyboard.ts';
import { expectAccessibleViews, expectShown, openPage } from '../support/browser.ts';
import { sentEdits } from '../support/requests.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

let page: Page;
let series: PicturedSeries;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  await buildField(db, { form_id: series.id }, { label: 'In person', type: 'checkbox', position: 3 });
  await buildField(db, { form_id: series.id }, { label: 'Notes', type: 'textarea', position: 4 });
  page = await openPage(browser, { storageState });
  await page.context().clearCookies({ name: /^screen-options/ });
  await page.goto(`${url}${series.path}/event/${series.events.full}/edit`);
  await cell('Email').waitFor();
});

const cell = (column: string) => page.getByLabel(`${column} of Tomasz Zieliński`, { exact: true });

async function chooseColumns(...labels: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Screen Options' }).click();
  for (const label of labels) await page.getByRole('checkbox', { name: label, exact: true }).check();
  await page.keyboard.press('Escape');
}

async function stored() {
  const attendees = db.selectFrom('submissions').select('answers').where('form_id', '=', series.id);
  return (await attendees.where('first_name', '=', 'Tomasz').executeTakeFirstOrThrow()).answers;
}

describe('answers in the Edit event table', () => {
  test('USE-46: are columns of Screen Options, edited by the form’s own inputs, and saved with the rest', async () => {
    await chooseColumns('Brunch', 'In person', 'Dietary needs', 'Notes');
    await cell('Brunch').selectOption('Vegan');
    await cell('In person').check();
    await cell('Dietary needs').fill('');
    await cell('Notes').fill('Late\nby train');
    await expectShown(page.getByText('1 attendee changed', { exact: true }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await stored()).toEqual({ brunch: 'Vegan', in_person: true, notes: 'Late\nby train' });
    await page.reload();
    expect(await cell('Brunch').inputValue()).toBe('Vegan');
  });

  test('USE-46: a wrong answer is reported at its cell, Escape restores the saved value, and the views are accessible', async () => {
    await chooseColumns('Dietary needs', 'Brunch');
    await cell('Dietary needs').fill('x'.repeat(1_001));
    await cell('Dietary needs').press('Tab');
    await expectShown(page.getByText('1 attendee changed, 1 to fix'));
    await expectAccessibleViews(page);
    await cell('Dietary needs').press('Escape');
    expect(await cell('Dietary needs').inputValue()).toBe('No nuts, please');
  });
});

test('at 400 % zoom neither header nor first names cover the input that has the focus', async () => {
  await page.setViewportSize({ width: 320, height: 256 });
  const ticks = page.getByRole('checkbox', { name: /^Marketing of / });
  await ticks.last().focus();
  // It fails when the focus is out of sight on the way.
  await expect(keyboardUser(page).tabTo(ticks.first(), 'back')).resolves.toBeUndefined();
});

test('SLF-36: changed addresses in the table are sent the confirmation with the same save, unless staff decline', async () => {
  await db
    .updateTable('forms')
    .set({ email_from: 'courses@example.com', email_subject: 'You are in', email_template: '%SUCCESS%' })
    .execute();
  await page.reload();
  const sent = sentEdits(page);
  const tick = page.getByRole('checkbox', { name: /^Send the confirmation to/ });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await cell('Email').fill((await cell('Email').inputValue()).toUpperCase());
  await expectShown(page.getByText('1 attendee changed', { exact: true }));
  expect(await tick.count(), 'the same address').toBe(0);
  await cell('Email').fill('tomasz@brightwater.example');
  await page.getByLabel('Email of Amara Nwosu').fill('amara@oakfield.example');
  await expectShown(page.getByText('Send the confirmation to 2 new addresses'));
  expect(await tick.isChecked()).toBe(true);
  await expectAccessibleViews(page, { fits: true });
  await save.click();
  await tick.waitFor({ state: 'detached' });
  await cell('Email').fill('t@brightwater.example');
  await tick.click();
  await save.click();
  await tick.waitFor({ state: 'detached' });
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'tomasz@brightwater.example', _confirm: true },
    { email: 'amara@oakfield.example', _confirm: true },
    { email: 't@brightwater.example', _confirm: false },
  ]);
});

test('in a low window, what opens over the page stays within it, on the side with more room', async () => {
  const height = 390;
  await page.setViewportSize({ width: 844, height });
  for (const name of [/^Date/, 'Screen Options', /^Account of/]) {
    const button = page.getByRole('button', { name }).first();
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await button.press('Enter');
    const opened = page.getByRole('dialog').or(page.getByRole('menu'));
    const place = async () =>
      opened.boundingBox().then((box) => box !== null && box.y >= 0 && box.y + box.height <= height && box.height >= 150);
    await expect.poll(place, { message: String(name) }).toBe(true);
    await page.keyboard.press('Escape');
  }
});
