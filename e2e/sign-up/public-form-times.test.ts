import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openBrowser, openPage } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();
let page: Page;
beforeEach(async () => {
  page = await openPage(browser);
});

/** Long enough for a page to load on a busy machine. */
const SOON_MS = 6_000;
const HOUR_MS = 3_600_000;
const later = (ms: number): Date => new Date(Date.now() + ms);
const urlOf = (seriesId: string): string => `${product.url}/x/events-series/${seriesId}/view`;
const box = (title: string) => page.getByRole('checkbox', { name: new RegExp(title) });
const chosenEvents = async (seriesId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('registrations as registration')
    .innerJoin('events', 'events.id', 'registration.event_id')
    .where('events.form_id', '=', seriesId)
    .select('events.title')
    .execute();
  return rows.map(({ title }) => title);
};

test('PLC-31, PLC-38: on an open page an event opens and another closes when their time comes, without a reload', async () => {
  const id = await buildSeries(db);
  await buildEvent(db, id, { title: 'Opening', starts_at: '2050-01-01T09:00:00Z', opens_at: later(SOON_MS), closes_at: later(HOUR_MS) });
  await buildEvent(db, id, { title: 'Closing', starts_at: '2050-01-02T09:00:00Z', closes_at: later(SOON_MS) });
  await buildEvent(db, id, { title: 'Closed', starts_at: '2050-01-03T09:00:00Z', closes_at: later(-HOUR_MS) });
  await openForm(page, urlOf(id));
  expect([await box('Opening').isDisabled(), await box('Closed').isDisabled()]).toEqual([true, true]);
  await box('Closing').check();
  await expectAccessibleViews(page);
  await fillPerson(page, { 'First name': 'Maria' });
  await page.locator('.event:not(.off)').filter({ hasText: 'Opening' }).waitFor();
  await page.locator('.event.off').filter({ hasText: 'Closing' }).getByText('Sign-up has closed').waitFor();
  expect([await box('Closing').isChecked(), await box('Closing').isDisabled()]).toEqual([false, true]);
  await expectShown(page.getByText('Sign-up for ‘Closing’ has closed. Please choose again.'));
  await sendButton(page).click();
  await expectShown(page.getByText('Please select at least one event'));
  expect(await box('Opening').evaluate((input) => input === document.activeElement)).toBe(true);
  await box('Opening').check();
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  expect(await chosenEvents(id)).toEqual(['Opening']);
});

test('PLC-38, PLC-39: a closed form says when it opens, and does so on the open page, with the only event chosen', async () => {
  const id = await buildSeries(db);
  await buildEvent(db, id, { title: 'Opening', opens_at: later(SOON_MS) });
  await openForm(page, urlOf(id));
  const notice = page.getByRole('status').getByText(/^Sign-up opens on .*\.$/);
  await notice.waitFor();
  expect([await page.getByLabel('First name').isDisabled(), await sendButton(page).isDisabled()]).toEqual([true, true]);
  await expectAccessibleViews(page);
  await notice.waitFor({ state: 'detached' });
  expect(await box('Opening').isChecked()).toBe(true);
  await fillPerson(page);
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  expect(await chosenEvents(id)).toEqual(['Opening']);
});

test('PLC-38: an event that opened while the visitor was on another page is open when they come back', async () => {
  const id = await buildSeries(db);
  const opens = later(SOON_MS);
  await buildEvent(db, id, { title: 'Opening', opens_at: opens });
  await openForm(page, urlOf(id));
  expect(await box('Opening').isDisabled()).toBe(true);
  await page.goto(`${product.url}/x/events-series/${await buildSeries(db)}/view`);
  await expect.poll(() => Date.now(), { timeout: 2 * SOON_MS }).toBeGreaterThan(opens.getTime());
  await page.goBack();
  await page
    .locator('.event:not(.off)')
    .filter({ hasText: 'Opening' })
    .waitFor({ timeout: SOON_MS / 2 });
});

test('PLC-37: when staff have since closed an event, the form says so at the events, and everything else stays', async () => {
  const id = await buildSeries(db);
  const event = await buildEvent(db, id, { title: 'Fire safety', starts_at: '2050-01-01T09:00:00Z' });
  await buildEvent(db, id, { title: 'First aid', starts_at: '2050-01-02T09:00:00Z' });
  await openForm(page, urlOf(id));
  await fillPerson(page);
  await box('Fire safety').check();
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('events')
      .set({ closes_at: later(-1_000) })
      .where('id', '=', event)
      .execute();
    await tx.updateTable('forms').set({ form_version: 2 }).where('id', '=', id).execute();
  });
  await sendButton(page).click();
  await expectShown(page.getByText('Sign-up for ‘Fire safety’ has closed. Please choose again.'));
  expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
  expect(await chosenEvents(id)).toEqual([]);
  await box('First aid').check();
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  expect(await chosenEvents(id)).toEqual(['First aid']);
});

test('PLC-40, PLC-41: dialog and note have staff’s own text with its links, and the note end and place of the event', async () => {
  const id = await buildSeries(db, { success_text: 'Please bring a photo ID.\nParking: https://harbour.example/parking.' });
  const [starts_at, ends_at] = ['2050-07-12T08:30:00Z', '2050-07-12T16:00:00Z'];
  await buildEvent(db, id, { title: 'Fire safety', starts_at, ends_at, venue: 'Harbour House', venue_address: '14 Quay Street' });
  await openForm(page, urlOf(id));
  await fillPerson(page);
  await sendButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Success!' });
  await dialog.waitFor();
  const text = 'Please bring a photo ID.\nParking: https://harbour.example/parking';
  expect(await dialog.getByText('Please bring').innerText()).toContain(text);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const note = page.getByRole('region', { name: 'Thank you, Maria' });
  expect(await note.innerText()).toContain(text);
  expect(await note.getByRole('listitem').first().innerText()).toBe(
    'Fire safety\nTuesday 12 July 2050, 09:30\u2060–\u206017:00\u00a0BST\nHarbour House, 14 Quay Street',
  );
  expect(await note.getByText('back to you shortly').count()).toBe(0);
  await expectAccessibleViews(page);
});

test('PLC-40: ‘Check your inbox.’ follows staff’s own text in a form with something to download', async () => {
  const id = await buildMarketingForm(db, { success_text: 'It is on its way.', has_downloadable_content: true });
  await openForm(page, `${product.url}/x/form/${id}/view`);
  await fillPerson(page);
  await sendButton(page).click();
  await expectShown(page.getByRole('dialog').getByText('It is on its way. Check your inbox.'));
});
