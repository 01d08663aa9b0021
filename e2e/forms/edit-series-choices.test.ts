import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { CALENDAR_ENTRIES_NOTE, REPEAT_POLICIES, REPEATS } from '#contract/texts/settings.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { SIGN_UPS_CLOSED, SUCCESS_TEXT } from '#contract/texts/words/form.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { buildSeriesToEdit, buttonOf, openEdit } from './edit-series-screen.ts';

const product = await startStaffProduct();
let page: Page;
beforeEach(async () => {
  page = await openEdit(product, await buildSeriesToEdit(product.db));
});

/** The series, once the page has saved it. */
async function saved() {
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  return product.db.selectFrom('forms').selectAll().executeTakeFirst();
}

test('ICS-1: calendar entries are off at first, and are switched on in Edit series', async () => {
  const control = page.getByRole('switch', { name: 'Calendar entries' });
  await expectShown(page.getByText(CALENDAR_ENTRIES_NOTE));
  expect(await control.isChecked()).toBe(false);
  await control.click();
  expect(await control.isChecked()).toBe(true);
  await expectAccessibleViews(page);
  expect(await saved()).toMatchObject({
    calendar_entries: true,
  });
});

test('PLC-40: a series can have its own closed and success texts; until then the inputs show the form’s default texts', async () => {
  const [closed, success] = [page.getByLabel('Message when closed'), page.getByLabel('Message after signing up')];
  expect([await closed.getAttribute('placeholder'), await success.getAttribute('placeholder')]).toEqual([SIGN_UPS_CLOSED, SUCCESS_TEXT]);
  await closed.fill('Come back in spring.');
  await success.fill('Bring a photo ID.\nSee you there.');
  await expectAccessibleViews(page);
  expect(await saved()).toMatchObject({
    closed_text: 'Come back in spring.',
    success_text: 'Bring a photo ID.\nSee you there.',
  });
});

test('PLC-53: the policy for an address that signs up again is chosen in Edit series, by mouse or keyboard', async () => {
  const choice = page.getByRole('radiogroup', { name: REPEATS });
  const radio = (name: string) => choice.getByRole('radio', { name });
  expect(await radio('Keep both').isChecked()).toBe(true);
  expect(await choice.getByRole('radio').count()).toBe(Object.keys(REPEAT_POLICIES).length);
  await radio('Update the first').click();
  await expectShown(page.getByText(REPEAT_POLICIES.update.hint));
  await page.keyboard.press('ArrowDown');
  expect(await radio('Keep the first and email them').isChecked()).toBe(true);
  await expectShown(page.getByText(REPEAT_POLICIES.refuse.hint));
  await expectAccessibleViews(page);
  expect(await saved()).toMatchObject({
    repeat_policy: 'refuse',
  });
});
