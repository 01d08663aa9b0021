import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildField } from '#server/testing/form-rows.ts';
import { expectShown } from '../support/browser.ts';
import type { FormProduct, SampleSeries } from '../support/public-forms.ts';
import { fillSeriesForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

const visit = await visitSampleSeries();
const { open, submissions } = visit;
let page: Page;
let series: SampleSeries;
let running: FormProduct;
beforeEach(() => {
  ({ page, series, running } = visit.now());
});

test('VAL-28: an event that staff have since hidden is refused at the events, and nothing is lost', async () => {
  await open();
  await fillSeriesForm(page);
  await running.db.updateTable('events').set({ is_on_form: false }).where('id', '=', series.events.hybrid).execute();
  await running.db.updateTable('forms').set({ form_version: 2 }).where('id', '=', series.id).execute();
  await sendButton(page).click();
  await page.getByText('This event is no longer open. Please choose again.').waitFor();
  const box = page.getByRole('checkbox', { name: /Leading hybrid teams/ });
  expect([await page.getByLabel('First name').inputValue(), await box.count()]).toEqual(['Maria', 0]);
  await page.getByRole('checkbox', { name: /Giving feedback/ }).check();
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
});

test('VAL-28, PUB-3: once staff have hidden the last event, the open form says that it is closed, with what was typed', async () => {
  await open();
  await fillSeriesForm(page);
  await running.db.updateTable('events').set({ is_on_form: false }).where('form_id', '=', series.id).execute();
  await running.db.updateTable('forms').set({ form_version: 2 }).where('id', '=', series.id).execute();
  await sendButton(page).click();
  await page.getByText('Signup events are currently closed for this event.').waitFor();
  expect([await sendButton(page).isDisabled(), await page.getByLabel('First name').inputValue()]).toEqual([true, 'Maria']);
});

test('EXTRA-1, PUB-38: an event that has since moved is first shown with its new date, and the thank-you note says where it is now', async () => {
  await open();
  await fillSeriesForm(page);
  await running.db.updateTable('events').set({ starts_at: '2056-03-01T10:00:00Z' }).where('id', '=', series.events.hybrid).execute();
  await running.db.updateTable('forms').set({ form_version: 2 }).where('id', '=', series.id).execute();
  await sendButton(page).click();
  await expectShown(page.getByText('‘Leading hybrid teams’ now takes place on Wednesday 1 March 2056, 10:00 GMT.'));
  expect([await page.getByLabel('First name').inputValue(), await submissions()]).toEqual(['Maria', []]);
  await running.db.updateTable('events').set({ venue: 'Harbour House' }).execute();
  await running.db.updateTable('forms').set({ form_version: 3 }).execute();
  await page.evaluate(() => (performance.now = () => 301_000));
  await sendButton(page).click();
  await expectShown(page.locator('.done').getByText(/1 March 2056, 10:00.*Harbour House/s));
});

test('ERR-4: answers that are too long together, though none is, say so in the alert and stay, also where a proxy refuses them', async () => {
  const fields = await Promise.all(
    Array.from({ length: 7 }, (_, index) => buildField(running.db, { form_id: series.id }, { label: `Essay ${index}`, type: 'textarea' })),
  );
  await open();
  await fillSeriesForm(page);
  for (const index of fields.keys()) await page.getByLabel(`Essay ${index}`).fill('a'.repeat(10_000));
  await sendButton(page).click();
  const alert = page.getByRole('alert').getByText('Your answers are too long. Please shorten them.');
  await expectShown(alert);
  await alert.waitFor({ state: 'detached' });
  await expectShown(page.getByText('Your answers are too long. Please shorten them.'));
  await page.getByLabel('Essay 0').fill('short');
  await page.route('**/submit', async (route) => route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' }), {
    times: 1,
  });
  await sendButton(page).click();
  await expectShown(alert);
  await sendButton(page).click();
  await expectShown(page.locator('.done'));
});

test('ERR-4: a form that staff have since deleted says so after the error, as long as it is open, with what was typed', async () => {
  await open();
  await fillSeriesForm(page);
  await running.db.deleteFrom('forms').where('id', '=', series.id).execute();
  await sendButton(page).click();
  const said = page.getByText('This form has been removed.');
  await expectShown(page.getByRole('alert').getByText('Error – There was an error submitting your form. Please try again'));
  await expectShown(page.getByRole('alert').getByText('This form has been removed.'));
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expectShown(said);
  expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
});
