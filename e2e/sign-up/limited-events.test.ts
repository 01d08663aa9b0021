import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, openBrowser, openPage } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();
let page: Page;
beforeEach(async () => {
  page = await openPage(browser);
});

const urlOf = (seriesId: string): string => `${product.url}/x/events-series/${seriesId}/view`;
const card = (title: string) => page.locator('.event').filter({ hasText: title });
const box = (title: string) => card(title).getByRole('checkbox').first();

/** A limited event, the first of the month. */
const buildLimited = (seriesId: string, title: string, places: number, values: Parameters<typeof buildEvent>[2] = {}) =>
  buildEvent(db, seriesId, { title, starts_at: '2050-01-02T09:00:00Z', closes_when_full: true, maximum_participants: places, ...values });

/** Someone else signs up. */
async function takePlace(seriesId: string, events: readonly string[]): Promise<void> {
  const response = await fetch(`${product.url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ events, email: 'first@example.com' })),
  });
  expect(response.status).toBe(200);
}

const readStatuses = async (seriesId: string) =>
  (
    await db
      .selectFrom('registrations as registration')
      .innerJoin('events', 'events.id', 'registration.event_id')
      .innerJoin('submissions', 'submissions.id', 'registration.submission_id')
      .where('events.form_id', '=', seriesId)
      .where('submissions.email', '<>', 'first@example.com')
      .select(['events.title', 'registration.status'])
      .orderBy('events.title')
      .execute()
  ).map(({ title, status }) => `${title}: ${status}`);

test('PLC-32, PLC-33, PLC-34: the last place goes while the form is filled in; all values stay, and the list can be joined', async () => {
  const id = await buildSeries(db);
  const open = await buildLimited(id, 'First aid', 30, { starts_at: '2050-01-01T09:00:00Z' });
  const filling = await buildLimited(id, 'Breakfast', 1, { waiting_list: 'offer', is_brunch: true });
  await buildField(db, { form_id: id }, { label: 'Menu', is_brunch: true, brunch_event_id: filling });
  await openForm(page, urlOf(id));
  await expectShown(card('Breakfast').getByText('1 place left'));
  await fillPerson(page);
  await box('First aid').check();
  await box('Breakfast').check();
  await page.getByLabel('Menu').fill('Eggs');
  await takePlace(id, [filling, open]);
  await sendButton(page).click();
  await expectShown(page.getByText('‘Breakfast’ is now full. Join its waiting list, or choose again.'));
  const list = page.getByRole('checkbox', { name: /Breakfast.*Full.*Join the waiting list/ });
  expect([await list.isChecked(), await box('First aid').isChecked()]).toEqual([false, true]);
  expect(await list.evaluate((input) => input === document.activeElement)).toBe(true);
  expect([await box('First aid').getAttribute('aria-invalid'), await list.getAttribute('aria-invalid')]).toEqual([null, 'true']);
  await expectShown(card('Breakfast').getByText("This doesn't give you a place yet."));
  await expectAccessibleViews(page);
  await list.check();
  expect(await page.getByText('is now full').count()).toBe(0);
  expect(await page.getByLabel('Menu').inputValue()).toBe('Eggs');
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expectShown(page.getByText("You're on the waiting list for:"));
  expect(await page.locator('.done li').allInnerTexts()).toEqual([
    expect.stringMatching(/^First aid\n/),
    expect.stringMatching(/^Breakfast, position 1\n/),
  ]);
  expect(await readStatuses(id)).toEqual(['Breakfast: waiting', 'First aid: confirmed']);
});

test('PLC-42: a person who only waits does not see a success', async () => {
  const id = await buildSeries(db);
  await buildLimited(id, 'Fire safety', 0, { waiting_list: 'manual' });
  await openForm(page, urlOf(id));
  await fillPerson(page);
  await page.getByRole('checkbox', { name: 'Join the waiting list' }).check();
  await sendButton(page).click();
  const dialog = page.getByRole('dialog', { name: "You're on the waiting list" });
  await dialog.waitFor();
  expect(await dialog.innerText()).not.toContain('submitted successfully');
  await dialog.waitFor({ state: 'hidden' });
  await expectAccessibleViews(page);
  await expectShown(page.locator('.done').getByText('Fire safety'));
  expect(await page.locator('.done').innerText()).not.toContain('You have a place at');
  expect(await readStatuses(id)).toEqual(['Fire safety: waiting']);
});

test('PLC-34, PLC-39: when all events have filled up the form is closed, and what was typed is still there', async () => {
  const id = await buildSeries(db);
  const event = await buildLimited(id, 'Fire safety', 1);
  await openForm(page, urlOf(id));
  await fillPerson(page, { 'First name': 'Maria' });
  await takePlace(id, [event]);
  await sendButton(page).click();
  await expectShown(page.getByText('All events are fully booked.'));
  await expectShown(card('Fire safety').getByText('Full'));
  expect([await box('Fire safety').isDisabled(), await page.getByLabel('First name').inputValue()]).toEqual([true, 'Maria']);
  expect(await page.locator('#events-hint > :focus').count()).toBe(1);
  await expectAccessibleViews(page);
});
