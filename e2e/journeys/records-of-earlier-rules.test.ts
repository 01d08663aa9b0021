import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { UNTIL_HOW_LONG } from '#contract/texts/settings.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { buildEvent, buildField, buildMarketingForm } from '#server/testing/form-rows.ts';
import { expectShown, openPage } from '../support/browser.ts';
import { openBuilder } from '../support/builder-form.ts';
import { buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
// Counts below today's minimum, or above the maximum, as if the rule had been added later.
await sql`alter table events drop constraint events_offer_hours_check`.execute(db);
await sql`alter table forms drop constraint forms_self_service_hours_check`.execute(db);

/** Longer than any line or short text may be now. */
const LONG = 'long '.repeat(300).trim();

let series: PicturedSeries;
let page: Page;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  page = await openPage(browser, { storageState });
});

const input = (label: string, within: Page | Locator = page) => within.getByRole('textbox', { name: label, exact: true });
const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
const storedForm = async (id: string) => db.selectFrom('forms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('REL-22: an event with texts and counts that would be refused now is shown, and another field of it saved', async () => {
  const stored = { venue: LONG, copper_tag: LONG, target_participants: 2_000_000, maximum_participants: 3_000_000, offer_hours: 0 };
  const id = await buildEvent(db, series.id, { ...stored, closes_when_full: true, waiting_list: 'offer' });
  await page.goto(`${url}${series.path}/event/${id}/edit`);
  await expect.poll(async () => input('Venue').inputValue()).toBe(LONG);
  expect(await input('Copper tag').inputValue()).toBe(LONG);
  expect(await input('Target participants').inputValue()).toBe('2000000');
  expect(await input('Offer lasts').inputValue()).toBe('0');
  await input('Title').fill('Day one, again');
  await button('Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(event).toMatchObject({ ...stored, title: 'Day one, again' });
});

test('REL-22: the same for the settings of a series, and one of its mails', async () => {
  const stored = { closed_text: LONG, email_subject: LONG, self_service: true, self_service_hours: 1_000 };
  await db.updateTable('forms').set(stored).where('id', '=', series.id).execute();
  await db.insertInto('form_mails').values({ form_id: series.id, kind: 'offer', subject: LONG, template: 'A place' }).execute();
  await page.goto(`${url}${series.path}/edit`);
  await expect.poll(async () => input('Message when closed').inputValue()).toBe(LONG);
  expect(await input('Email subject').inputValue()).toBe(LONG);
  expect(await input(UNTIL_HOW_LONG).inputValue()).toBe('1000');
  await input('Message after signing up').fill('See you there.');
  await button('Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedForm(series.id)).toMatchObject({ ...stored, success_text: 'See you there.' });

  await button('Edit ‘A place has opened up’').click();
  const dialog = page.getByRole('dialog', { name: 'A place has opened up', exact: true });
  await expect.poll(async () => input('Subject', dialog).inputValue()).toBe(LONG);
  await input('Text', dialog).fill('A place has opened up');
  await button('Save', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  const mails = await db.selectFrom('form_mails').select(['subject', 'template']).execute();
  expect(mails).toEqual([{ subject: LONG, template: 'A place has opened up' }]);
});

test('REL-22: the same for the settings of a marketing form', async () => {
  const stored = { success_text: LONG, email_subject: LONG, copper_tag: LONG };
  const id = await buildMarketingForm(db, { title: 'Brochure', ...stored });
  await page.goto(`${url}/brochure/form/${id}/edit`);
  await expect.poll(async () => input('Message after signing up').inputValue()).toBe(LONG);
  expect(await input('Email subject').inputValue()).toBe(LONG);
  await input('Title').fill('Brochure of the year');
  await button('Save changes').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await storedForm(id)).toMatchObject({ ...stored, title: 'Brochure of the year' });
});

test('REL-22: the same for a field of a form', async () => {
  const stored = { help_text: LONG, options: ['Same', 'Same', LONG] };
  const id = await buildField(db, { form_id: series.id }, { label: 'Menu', type: 'select', position: 9, ...stored });
  const builder = await openBuilder(page, `${url}${series.path}/create`);
  await button('Edit Menu').click();
  const editor = page.getByRole('form', { name: 'Edit Menu', exact: true });
  expect(await editor.getByLabel('Help text').inputValue()).toBe(LONG);
  expect(await editor.getByLabel('Option 3').inputValue()).toBe(LONG);
  await editor.getByLabel('Label').fill('Meal');
  await builder.saveButton.click();
  await expectShown(page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }));
  const field = await db.selectFrom('form_fields').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(field).toMatchObject({ ...stored, label: 'Meal' });
});

test('REL-22: the same for an attendee', async () => {
  const stored = { organisation: LONG, email: `not an address ${LONG}` };
  await db.updateTable('submissions').set(stored).where('first_name', '=', 'Tomasz').execute();
  await page.goto(`${url}${series.path}?event=${series.events.full}`);
  await button('Details of Tomasz Zieliński').click();
  await button('Edit').click();
  const editor = page.getByRole('form', { name: 'Edit Tomasz Zieliński' });
  expect(await editor.getByLabel('Organisation').inputValue()).toBe(LONG);
  expect(await editor.getByLabel('Email').inputValue()).toBe(stored.email);
  await editor.getByLabel('Job title').fill('Matron');
  await button('Save', editor).click();
  await editor.waitFor({ state: 'detached' });
  const saved = db.selectFrom('submissions').selectAll().where('form_id', '=', series.id).where('first_name', '=', 'Tomasz');
  const row = await saved.executeTakeFirstOrThrow();
  expect(row).toMatchObject({ ...stored, job_title: 'Matron' });
});
