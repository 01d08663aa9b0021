import { expect, test } from 'vitest';
import { CALENDAR_ENTRIES_NOTE } from '#contract/texts/settings.ts';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown, openBrowser } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildSeriesToEdit, buttonOf, editSeriesOpener } from './edit-series-screen.ts';

const { product, db } = await startFormProduct();
const openEdit = await editSeriesOpener(await openBrowser(), product.url);

test('ICS-1: calendar entries are off at first, and are switched on in Edit series', async () => {
  const seriesId = await buildSeriesToEdit(db);
  const page = await openEdit(seriesId);
  const control = page.getByRole('switch', { name: 'Calendar entries' });
  await expectShown(page.getByText(CALENDAR_ENTRIES_NOTE));
  expect(await control.isChecked()).toBe(false);
  await control.click();
  expect(await control.isChecked()).toBe(true);
  await expectAccessibleViews(page);
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirst()).toMatchObject({
    calendar_entries: true,
  });
});
