import { expect, test } from 'vitest';
import { REPEAT_POLICIES, repeatHint, REPEATS } from '#contract/texts/settings.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown, openBrowser } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildSeriesToEdit, buttonOf, editSeriesOpener } from './edit-series-screen.ts';

const { product, db } = await startFormProduct();
const openEdit = await editSeriesOpener(await openBrowser(), product.url);

test('PLC-53: what becomes of an address that signs up again is chosen in Edit series, by mouse or keyboard', async () => {
  const seriesId = await buildSeriesToEdit(db);
  const page = await openEdit(seriesId);
  const choice = page.getByRole('radiogroup', { name: REPEATS });
  const radio = (name: string) => choice.getByRole('radio', { name });
  expect(await radio('Allow').isChecked()).toBe(true);
  expect(await choice.getByRole('radio').count()).toBe(REPEAT_POLICIES.length);
  await radio('Update the earlier one').click();
  await expectShown(page.getByText(repeatHint('update')));
  await page.keyboard.press('ArrowDown');
  expect(await radio('Refuse by e-mail').isChecked()).toBe(true);
  await expectShown(page.getByText(repeatHint('refuse')));
  await expectAccessibleViews(page);
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirst()).toMatchObject({
    repeat_policy: 'refuse',
  });
});
