import { expect, test } from 'vitest';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { SIGN_UPS_CLOSED, SUCCESS_TEXT } from '#contract/texts/words/form.ts';
import { expectAccessibleViews, expectShown, openBrowser } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildSeriesToEdit, buttonOf, editSeriesOpener } from './edit-series-screen.ts';

const { product, db } = await startFormProduct();
const openEdit = await editSeriesOpener(await openBrowser(), product.url);

test('PLC-40: a series has its own closed and success texts; until then the inputs show what the form says without them', async () => {
  const seriesId = await buildSeriesToEdit(db);
  const page = await openEdit(seriesId);
  const [closed, success] = [page.getByLabel('Closed text'), page.getByLabel('Success text')];
  expect([await closed.getAttribute('placeholder'), await success.getAttribute('placeholder')]).toEqual([SIGN_UPS_CLOSED, SUCCESS_TEXT]);
  await closed.fill('Come back in spring.');
  await success.fill('Bring a photo ID.\nSee you there.');
  await expectAccessibleViews(page);
  await buttonOf(page, 'Save').click();
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  expect(await db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirst()).toMatchObject({
    closed_text: 'Come back in spring.',
    success_text: 'Bring a photo ID.\nSee you there.',
  });
});
